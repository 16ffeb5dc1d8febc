/** What is declared of update requests, the page of a farmer and plots, in Swahili. */
export const farmerPage: Readonly<Record<string, string>> = {
  // Update requests
  'farmer update request': 'ombi la kubadilisha taarifa za mkulima',
  'Farmer update requests': 'Maombi ya kubadilisha taarifa za wakulima',
  'Asked by': 'Aliyeomba',
  'Asked on': 'Iliombwa tarehe',
  Warnings: 'Maonyo',
  Rejected: 'Imekataliwa',
  Reject: 'Kataa',
  'Taken back': 'Imerudishwa',
  'Take back': 'Rudisha',
  'Name or member number': 'Jina au namba ya mwanachama',
  'Bank details': 'Taarifa za benki',
  'Personal details': 'Taarifa binafsi',
  'Life state': 'Hali ya uanachama',
  Active: 'Hai',
  Suspended: 'Amesimamishwa',
  Deceased: 'Amefariki',
  'Left for another society': 'Amehamia chama kingine',
  'Sent for approval': 'Imetumwa kuidhinishwa',
  'Update approved': 'Mabadiliko yameidhinishwa',
  'Update rejected': 'Mabadiliko yamekataliwa',
  'This request has warnings. Open it and decide it on its own.':
    'Ombi hili lina maonyo. Lifungue na uliamulie peke yake.',
  'This farmer is not approved yet.': 'Mkulima huyu bado hajaidhinishwa.',
  'Another member of the society already has this number.': 'Mwanachama mwingine wa chama ana namba hii tayari.',
  'The bank does not know this account, or it is closed. Reject the request and ask for the right account.':
    'Benki haiijui akaunti hii, au imefungwa. Kataa ombi na uulize akaunti sahihi.',
  'Other members are paid to the same account': 'Wanachama wengine hulipwa kupitia akaunti hiyo hiyo',
  'Other members have the same mobile number': 'Wanachama wengine wana namba hiyo hiyo ya simu',
  'The account was changed less than 90 days ago': 'Akaunti ilibadilishwa chini ya siku 90 zilizopita',
  'The bank has not answered yet; it is asked again on approval':
    'Benki bado haijajibu; itaulizwa tena wakati wa kuidhinisha',
  'The bank knows the account under another name': 'Benki inaijua akaunti kwa jina lingine',
  'The ID is registered in another society': 'Kitambulisho kimesajiliwa katika chama kingine',
  'The bank does not know this account': 'Benki haiijui akaunti hii',
  'The account is closed': 'Akaunti imefungwa',
  'Account Details Missing': 'Taarifa za akaunti hazipo',
  'There are new warnings. Look at the request again before you decide.':
    'Kuna maonyo mapya. Litazame ombi tena kabla ya kuamua.',
  'Say why this is right in spite of its warnings.': 'Eleza kwa nini hili ni sahihi licha ya maonyo yake.',
}
