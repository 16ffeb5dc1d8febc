/** What is declared of auction results, in Swahili. */
export const results: Readonly<Record<string, string>> = {
  'Auction results': 'Matokeo ya mnada',
  'Auction result files': 'Faili za matokeo ya mnada',
  'Auction result file': 'Faili ya matokeo ya mnada',
  'auction result file': 'faili ya matokeo ya mnada',
  'Results of a file': 'Matokeo ya faili moja',
  'Not sold': 'Haikuuzwa',
  'Weight sold (kg)': 'Uzito uliouzwa (kg)',
  'Value (USD)': 'Thamani (USD)',
  'Price (USD for 50 kg)': 'Bei (USD kwa kilo 50)',
  Buyer: 'Mnunuzi',
  Invoice: 'Ankara',
  Result: 'Matokeo',
  Grower: 'Mkulima',
  'Lot, outturn, buyer or invoice': 'Loti, outturn, mnunuzi au ankara',
  'Outturn, lot, buyer or invoice': 'Outturn, loti, mnunuzi au ankara',
  'Outturn, lot or buyer': 'Outturn, loti au mnunuzi',
  'Its result was corrected: it was not sold': 'Matokeo yake yalisahihishwa: haikuuzwa',
  'Its result was corrected: it was sold': 'Matokeo yake yalisahihishwa: iliuzwa',
  'A price is below the reserve of its lot. Where the broker has agreed to sell, approve with a comment that says so.':
    'Bei moja iko chini ya bei ya chini ya loti yake. Kama dalali amekubali kuuza, idhinisha kwa maoni yanayosema hivyo.',
  'The buyer of a lot has paid meanwhile, so its result stands. Decline the file.':
    'Mnunuzi wa loti amelipa tayari, kwa hiyo matokeo yake yanabaki. Kataa faili.',
  'Upload what the auction gave for the lots of a sale.': 'Kupakia matokeo ya mnada ya loti za mnada.',
  'Approve or decline files of auction results.': 'Kuidhinisha au kukataa faili za matokeo ya mnada.',
  'Read what was sold to the own organisation.': 'Kusoma kilichouzwa kwa shirika lako.',
  'Sale Date': 'Siku ya mnada',
  Price: 'Bei',
  Value: 'Thamani',
  'Invoice Number': 'Namba ya ankara',
  'USD for 50 kg, at most 2 decimals. Empty for a lot that was not sold.':
    'USD kwa kilo 50, desimali 2 kwa wingi. Wazi kwa loti ambayo haikuuzwa.',
  'USD for the whole lot. May stay empty; where it is written it must be weight / 50 x price.':
    'USD kwa loti nzima. Inaweza kubaki wazi; ikiandikwa lazima iwe uzito / 50 x bei.',
  'A lot that is sold has a buyer, a price and an invoice number; one that is not has none of them':
    'Loti iliyouzwa ina mnunuzi, bei na namba ya ankara; ambayo haikuuzwa haina hata kimoja',
  'One lot per row, all of them of one sale. Do not change the headings; the order of the columns is free.':
    'Loti moja kwa safu, zote za mnada mmoja. Usibadilishe vichwa; mpangilio wa safuwima ni huru.',
  'Prices are USD for 50 kg, though a bag is 60 kg.': 'Bei ni USD kwa kilo 50, ingawa gunia ni kilo 60.',
  'A lot that was not sold has no buyer, no price and no invoice number: it goes back, and may be offered again.':
    'Loti ambayo haikuuzwa haina mnunuzi, bei wala namba ya ankara: inarudi, na inaweza kunadiwa tena.',
  'Each lot is held against the closed catalogue: number, outturn, grade, bags, pockets and weight are those of the catalogue.':
    'Kila loti hulinganishwa na katalogi iliyofungwa: namba, outturn, gredi, magunia, mifuko na uzito ni vya katalogi.',
  'A later file corrects the result of a lot until its buyer has paid.':
    'Faili la baadaye husahihisha matokeo ya loti hadi mnunuzi wake alipe.',
  'Another person of your organisation approves the file.': 'Mtu mwingine wa shirika lako huidhinisha faili.',
}
