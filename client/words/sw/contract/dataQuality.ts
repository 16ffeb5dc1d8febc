/** What is declared of the quality of the data and of dashboards, in Swahili. */
export const dataQuality: Readonly<Record<string, string>> = {
  'Data quality of societies': 'Ubora wa taarifa za vyama',
  'Farmers to look at': 'Wakulima wa kuangaliwa',
  Score: 'Alama',
  'As of': 'Kufikia',
  'Value in question': 'Taarifa inayohusika',
  'How many or how much': 'Idadi au kiasi',
  'Account number': 'Namba ya akaunti',
  'Members who share it': 'Wanachama wanaoitumia',
  Age: 'Umri',
  'Kilograms per tree': 'Kilo kwa kila mti',
  'The farmers are being counted again. The figures change in a moment.':
    'Wakulima wanahesabiwa upya. Takwimu zitabadilika baada ya muda mfupi.',
  'ID also in another society': 'Kitambulisho kipo pia katika chama kingine',
  'Another society has registered the same ID. Ask the member which society it shall be, then suspend or transfer.':
    'Chama kingine kimesajili kitambulisho hicho hicho. Muulize mwanachama ni chama gani, kisha simamisha au hamisha.',
  'One phone for many members': 'Simu moja kwa wanachama wengi',
  'More members than the setting allows share a phone. Ask each for their own and request a change.':
    'Wanachama wengi kuliko mpangilio unavyoruhusu wanatumia simu moja. Muulize kila mmoja simu yake na uombe mabadiliko.',
  'Phone also in another society': 'Simu ipo pia katika chama kingine',
  'A member of another society has the same phone. Ask whose it is and request a change.':
    'Mwanachama wa chama kingine ana simu hiyo hiyo. Uliza ni ya nani na uombe mabadiliko.',
  'One account for many members': 'Akaunti moja kwa wanachama wengi',
  'More members than the setting allows are paid to one account. Check each with the member before the next payment.':
    'Wanachama wengi kuliko mpangilio unavyoruhusu wanalipwa kwenye akaunti moja. Hakiki kila moja na mwanachama kabla ya malipo yajayo.',
  'Account also in another society': 'Akaunti ipo pia katika chama kingine',
  'A member of another society is paid to the same account. Check it with the member before the next payment.':
    'Mwanachama wa chama kingine analipwa kwenye akaunti hiyo hiyo. Ihakiki na mwanachama kabla ya malipo yajayo.',
  'Account not verified': 'Akaunti haijathibitishwa',
  'The bank has not confirmed the account. Correct its number, or ask the bank again from the farmer page.':
    'Benki haijathibitisha akaunti. Sahihisha namba yake, au iulize benki tena kutoka ukurasa wa mkulima.',
  'Account in another name': 'Akaunti kwa jina jingine',
  'The bank knows the account under another name. See the ID and the bank card, then request a change.':
    'Benki inaijua akaunti kwa jina jingine. Angalia kitambulisho na kadi ya benki, kisha omba mabadiliko.',
  'No KRA PIN': 'Hakuna PIN ya KRA',
  'The tax number is missing. Ask the member for the certificate and request a change.':
    'Namba ya kodi haipo. Mwombe mwanachama cheti chake na uombe mabadiliko.',
  'No year of birth': 'Hakuna mwaka wa kuzaliwa',
  'The year of birth is missing. Read it from the ID and request a change.':
    'Mwaka wa kuzaliwa haupo. Usome kwenye kitambulisho na uombe mabadiliko.',
  'No number of trees': 'Hakuna idadi ya miti',
  'Without the number of trees nobody can tell whether a delivery is plausible. Count them and request a change.':
    'Bila idadi ya miti haijulikani kama uwasilishaji unawezekana. Ihesabu na uombe mabadiliko.',
  'No plot': 'Hakuna shamba',
  'No plot is verified or waits to be. Map it from the farmer page: buyers in the EU ask where coffee grew.':
    'Hakuna shamba lililothibitishwa wala linalosubiri. Lipime kutoka ukurasa wa mkulima: wanunuzi wa EU huuliza kahawa ilikua wapi.',
  'Younger than 18': 'Chini ya miaka 18',
  'A member must be of age. Check the year of birth against the ID and request a change.':
    'Mwanachama lazima awe mtu mzima. Linganisha mwaka wa kuzaliwa na kitambulisho na uombe mabadiliko.',
  'More cherry than the trees bear': 'Matunda zaidi ya uwezo wa miti',
  'Approved kilograms of this season per tree are above the setting. Check the trees, the scale and the receipts.':
    'Kilo zilizoidhinishwa za msimu huu kwa kila mti zinazidi mpangilio. Kagua miti, mizani na risiti.',
}
