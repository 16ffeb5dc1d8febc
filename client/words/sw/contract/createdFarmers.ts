/** What is declared of farmers who are entered one by one, in Swahili. */
export const createdFarmers: Readonly<Record<string, string>> = {
  farmer: 'mkulima',
  'Created farmers': 'Wakulima walioongezwa',
  Edit: 'Hariri',
  Trees: 'Miti',
  Grower: 'Chama kinachouza',
  Variety: 'Aina ya kahawa',
  'Year of birth': 'Mwaka wa kuzaliwa',
  Place: 'Mahali',
  'Account name': 'Jina la akaunti',
  'Year 1 (kg)': 'Mwaka wa 1 (kg)',
  'Year 2 (kg)': 'Mwaka wa 2 (kg)',
  'Year 3 (kg)': 'Mwaka wa 3 (kg)',
  'Entered by': 'Aliyeingiza',
  'Entered on': 'Iliingizwa tarehe',
  'Year 1 Produce': 'Mavuno ya mwaka wa 1',
  'Year 2 Produce': 'Mavuno ya mwaka wa 2',
  'Year 3 Produce': 'Mavuno ya mwaka wa 3',
  'Year 1 Price': 'Bei ya mwaka wa 1',
  'Year 2 Price': 'Bei ya mwaka wa 2',
  'Year 3 Price': 'Bei ya mwaka wa 3',
  'Record Created successfully!': 'Mkulima ameingizwa!',
  'Farmer updated successfully': 'Taarifa za mkulima zimebadilishwa',
  'Farmer Approved successfully!': 'Mkulima ameidhinishwa!',
  'Farmer Approval Declined successfully!': 'Mkulima amekataliwa!',
  'This ID is registered in another society. Approve it with a reason, or decline it.':
    'Kitambulisho hiki kimesajiliwa katika chama kingine. Idhinisha kwa kutoa sababu, au kataa.',
  'This farmer has warnings. Open it and decide on its own.': 'Mkulima huyu ana maonyo. Mfungue na uamue peke yake.',
  'Registered in another society; the checker must give a reason':
    'Amesajiliwa katika chama kingine; mkaguzi lazima atoe sababu',
  'The bank does not know this account, or it is closed': 'Benki haiijui akaunti hii, au imefungwa',
  'Two different accounts are given': 'Akaunti mbili tofauti zimetajwa',
  'Not a grower in your reach': 'Si mkulima mkuu wa chama chako',
  'Give a reason': 'Toa sababu',
  'The farmer is approved: only what an update request may change can be changed.':
    'Mkulima ameidhinishwa: kinachoweza kubadilishwa ni kile tu ambacho ombi la mabadiliko linaruhusu.',
  'Stays as it was approved': 'Hubaki kama ilivyoidhinishwa',
  'Full Name is required': 'Jina kamili linahitajika',
  'The bank does not know this account. Decline the farmer and ask for the right account.':
    'Benki haiijui akaunti hii. Kataa mkulima na uulize akaunti sahihi.',
  'The account is closed. Decline the farmer and ask for the right account.':
    'Akaunti imefungwa. Kataa mkulima na uulize akaunti sahihi.',
  'Account Details Missing. Decline the farmer and ask for the right account.':
    'Taarifa za akaunti hazipo. Kataa mkulima na uulize akaunti sahihi.',
}
