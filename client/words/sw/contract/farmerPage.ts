/** What is declared of update requests, the page of a farmer and plots, in Swahili. */
export const farmerPage: Readonly<Record<string, string>> = {
  // The page of a farmer
  'The bank has not confirmed the account yet': 'Benki bado haijathibitisha akaunti',
  'The account was changed; payments wait until the cooling-off is over':
    'Akaunti ilibadilishwa; malipo yanasubiri muda wa kusubiri uishe',
  'This farmer is not an active member': 'Mkulima huyu si mwanachama hai',
  'A change of this farmer waits for a decision': 'Mabadiliko ya mkulima huyu yanasubiri uamuzi',
  Reason: 'Sababu',
  'Plots verified, %': 'Mashamba yaliyothibitishwa, %',
  // Plots
  plot: 'shamba',
  Plots: 'Mashamba',
  Plot: 'Shamba',
  Hectares: 'Hekta',
  'Measured as': 'Limepimwa kama',
  Point: 'Nukta',
  Outline: 'Mipaka',
  'Forest screening': 'Ukaguzi wa misitu',
  'Not screened': 'Halijakaguliwa',
  'No forest loss': 'Hakuna upotevu wa msitu',
  'Possible forest loss': 'Huenda msitu ulipotea',
  Source: 'Chanzo',
  'Entered by': 'Aliyeingiza',
  'Entered on': 'Iliingizwa tarehe',
  'To verify': 'La kuthibitishwa',
  Verify: 'Thibitisha',
  'Verify again': 'Thibitisha upya',
  'Sent for verification': 'Limetumwa kuthibitishwa',
  'The plots and the declared acreage differ by more than a quarter':
    'Mashamba na ekari zilizotangazwa vinatofautiana kwa zaidi ya robo',
  'This plot has warnings. Open it and decide it on its own.':
    'Shamba hili lina maonyo. Lifungue na uliamulie peke yake.',
  'This farmer has this very plot already.': 'Mkulima huyu ana shamba hili hili tayari.',
  'The file is neither GeoJSON nor a CSV file of plots.': 'Faili si GeoJSON wala CSV ya mashamba.',
  'This is not GeoJSON': 'Hii si GeoJSON',
  'Give a Point, or a Polygon with one outline and no holes': 'Toa nukta, au mipaka mmoja usio na mashimo',
  'Coordinates are pairs of numbers: longitude, then latitude': 'Mahali ni jozi za namba: longitudo, kisha latitudo',
  'Every coordinate needs at least 6 decimals': 'Kila namba ya mahali inahitaji angalau desimali 6',
  'Longitude comes first, then latitude; these look swapped':
    'Longitudo huja kwanza, kisha latitudo; hizi zimebadilishana',
  'This place is not in Kenya': 'Mahali hapa si Kenya',
  'An outline needs three to a thousand corners': 'Mipaka inahitaji pembe tatu hadi elfu moja',
  'The outline is not closed: its last corner must be its first':
    'Mipaka haijafungwa: pembe ya mwisho lazima iwe ya kwanza',
  'The outline crosses itself': 'Mipaka inajikata',
  'The outline is larger than 5,000 hectares': 'Mipaka ni mikubwa kuliko hekta 5,000',
  'A point needs the area it stands for': 'Nukta inahitaji eneo inalowakilisha',
  'From 4 hectares on a plot needs an outline': 'Kuanzia hekta 4 shamba linahitaji mipaka',
  'No member of the society has this member number': 'Hakuna mwanachama wa chama mwenye namba hii',
  'The farmer is not approved yet': 'Mkulima bado hajaidhinishwa',
  'The name has more than 60 characters': 'Jina lina zaidi ya herufi 60',
  'The area is no number of hectares': 'Eneo si namba ya hekta',
  'The date is not written as 2026-11-21': 'Tarehe haijaandikwa kama 2026-11-21',
  'The accuracy is no number of metres': 'Usahihi si namba ya mita',
  'The screening is none of NOT_SCREENED, NO_LOSS, POSSIBLE_LOSS':
    'Ukaguzi si mojawapo ya NOT_SCREENED, NO_LOSS, POSSIBLE_LOSS',
  'A value is too long': 'Taarifa ni ndefu mno',
  'The file has no plots.': 'Faili halina mashamba.',
  'The file is broken: it is no JSON.': 'Faili limeharibika: si JSON.',
  'The file is no GeoJSON FeatureCollection.': 'Faili si GeoJSON FeatureCollection.',
  'The column MemberNumber is missing.': 'Safu ya MemberNumber haipo.',
  // Update requests
  'farmer update request': 'ombi la kubadilisha taarifa za mkulima',
  'Farmer update requests': 'Maombi ya kubadilisha taarifa za wakulima',
  'Requested by': 'Aliyeomba',
  'Requested on': 'Iliombwa tarehe',
  Warnings: 'Maonyo',
  Withdrawn: 'Imerudishwa',
  Withdraw: 'Rudisha',
  'Name or member number': 'Jina au namba ya mwanachama',
  'Bank details': 'Taarifa za benki',
  'Personal details': 'Taarifa binafsi',
  'Farm details': 'Taarifa za shamba',
  'Life state': 'Hali ya uanachama',
  Active: 'Hai',
  Suspended: 'Amesimamishwa',
  Deceased: 'Amefariki',
  'Left for another society': 'Amehamia chama kingine',
  Erased: 'Amefutwa',
  Erasure: 'Kufutwa kwa taarifa',
  'Never traded: everything about the person is erased. It cannot be undone':
    'Hajawahi kufanya biashara: kila kitu kumhusu kinafutwa. Haiwezi kurudishwa',
  'Has traded: the person is masked; numbers, amounts and accounts that were paid stay. It cannot be undone':
    'Amefanya biashara: jina na taarifa zake zinafichwa; namba, kiasi na akaunti zilizolipwa zinabaki. Haiwezi kurudishwa',
  'This member was erased: nothing about the person is left to change.':
    'Taarifa za mwanachama huyu zilifutwa: hakuna kilichobaki cha kubadilisha.',
  'This is a company. Only a person has the right to be forgotten.':
    'Hii ni kampuni. Mtu pekee ndiye mwenye haki ya kusahauliwa.',
  'A loan of this member is requested or on its way. Decide it and wait until it has ended, then erase.':
    'Mkopo wa mwanachama huyu umeombwa au uko njiani. Uamue, subiri uishe, kisha futa.',
  'This member still owes a loan. Erase when it is repaid.': 'Mwanachama huyu bado anadaiwa mkopo. Futa ukishalipwa.',
  'A payment to this member has not arrived. Pay it or resolve it first, then erase.':
    'Malipo kwa mwanachama huyu hayajafika. Yalipe au yatatue kwanza, kisha futa.',
  'Deliveries of this member wait for approval or are not paid yet. Settle them first, then erase.':
    'Mazao ya mwanachama huyu yanasubiri idhini au bado hayajalipwa. Yamalize kwanza, kisha futa.',
  'An open file names this member. Decide or discard it, then erase.':
    'Faili lililo wazi linamtaja mwanachama huyu. Liamue au litupe, kisha futa.',
  'The day of the request is required': 'Siku ya ombi inahitajika',
  'This day has not come yet': 'Siku hii bado haijafika',
  'Say why': 'Eleza kwa nini',
  'Sent for approval': 'Imetumwa kuidhinishwa',
  'Update approved': 'Mabadiliko yameidhinishwa',
  'Update rejected': 'Mabadiliko yamekataliwa',
  'This request has warnings. Open it and decide it on its own.':
    'Ombi hili lina maonyo. Lifungue na uliamulie peke yake.',
  'This farmer is not approved yet.': 'Mkulima huyu bado hajaidhinishwa.',
  'Another member of the society already has this number.': 'Mwanachama mwingine wa chama ana namba hii tayari.',
  'The bank does not know this account, or it is closed. Decline the request and ask for the right account.':
    'Benki haiijui akaunti hii, au imefungwa. Kataa ombi na uulize akaunti sahihi.',
  'Another member is paid to the same account': 'Mwanachama mwingine hulipwa kupitia akaunti hiyo hiyo',
  'Other members are paid to the same account': 'Wanachama wengine hulipwa kupitia akaunti hiyo hiyo',
  'Other members have the same mobile number': 'Wanachama wengine wana namba hiyo hiyo ya simu',
  'The account was changed less than 90 days ago': 'Akaunti ilibadilishwa chini ya siku 90 zilizopita',
  'The bank has not answered yet; the account is checked again on approval':
    'Benki bado haijajibu; itaulizwa tena wakati wa kuidhinisha',
  'The bank knows the account under another name': 'Benki inaijua akaunti kwa jina lingine',
  'The ID is registered in another society': 'Kitambulisho kimesajiliwa katika chama kingine',
  'Somebody in another society is paid to the same account': 'Mtu wa chama kingine hulipwa kupitia akaunti hiyo hiyo',
  'The farmer is suspended': 'Mkulima amesimamishwa',
  'The farmer is recorded as deceased': 'Mkulima ameandikwa kuwa amefariki',
  'This farmer has left the society. Request the return first.': 'Mkulima huyu amehama chama. Omba kwanza arudishwe.',
  'This farmer is recorded as deceased. Only the payment details may be changed, for the next of kin.':
    'Mkulima huyu ameandikwa kuwa amefariki. Taarifa za malipo tu zinaweza kubadilishwa, kwa ajili ya warithi.',
  'The farmer cannot come to this life state from the present one.':
    'Mkulima hawezi kufikia hali hii ya uanachama kutoka hali ya sasa.',
  'The bank does not know this account': 'Benki haiijui akaunti hii',
  'The account is closed': 'Akaunti imefungwa',
  'Account Details Missing': 'Taarifa za akaunti hazipo',
  'There are new warnings. Look at the request again before you decide.':
    'Kuna maonyo mapya. Litazame ombi tena kabla ya kuamua.',
  'Say why this is right in spite of its warnings.': 'Eleza kwa nini hili ni sahihi licha ya maonyo yake.',
}
