/** The doors in the walls of organisations, besides the own one: who else a record names reads it, and what is everybody's in the trade. */
export const doorsInWalls: readonly { tablename: string; policyname: string }[] = [
  ...['parchment_records', 'upload_consents', 'upload_problems', 'upload_rows', 'uploads'].map((tablename) => ({
    tablename,
    policyname: 'named_miller',
  })),
  ...['dispatch_files', 'upload_parties', 'uploads'].map((tablename) => ({ tablename, policyname: 'named_party' })),
  { tablename: 'sales', policyname: 'calendar' },
  { tablename: 'fee_rules', policyname: 'in_force' },
  ...['broker', 'buyer', 'grower', 'miller', 'share', 'warehouse'].map((party) => ({
    tablename: 'eslips',
    policyname: `named_${party}`,
  })),
  { tablename: 'balances', policyname: 'operators' },
  { tablename: 'sale_claims', policyname: 'named_grower' },
  { tablename: 'eslip_shares', policyname: 'named_grower' },
  ...['grower', 'payee', 'share'].map((party) => ({ tablename: 'eslip_legs', policyname: `named_${party}` })),
  ...['broker_corrects', 'named_buyer'].map((policyname) => ({ tablename: 'auction_results', policyname })),
  ...['auction_results', 'catalogue_records', 'dispatch_records', 'estate_cured_records'].flatMap((tablename) =>
    ['broker', 'grower', 'miller', 'warehouse'].map((party) => ({ tablename, policyname: `named_${party}` })),
  ),
  // These only narrow what a society may write.
  ...['payout_legs', 'payouts'].map((tablename) => ({ tablename, policyname: 'own_money' })),
]
