/** Permissions, roles and types of organisation, in Swahili. */
export const roles: Readonly<Record<string, string>> = {
  // Permissions
  'Download farmer templates, upload farmer files, create and edit farmers and cherry deliveries.':
    'Kupakua violezo vya wakulima, kupakia faili za wakulima, kuunda na kuhariri wakulima na mazao yaliyoletwa.',
  'Approve or decline farmer uploads, farmers and cherry deliveries.':
    'Kuidhinisha au kukataa faili za wakulima, wakulima na mazao yaliyoletwa.',
  'Request a change of an approved farmer.': 'Kuomba mabadiliko ya mkulima aliyeidhinishwa.',
  'Read the farmers and uploads of the organisations in reach.':
    'Kusoma wakulima na faili za mashirika anayoruhusiwa kuona.',
  'See national ID, mobile and account numbers unmasked.':
    'Kuona namba za kitambulisho, simu na akaunti bila kufichwa.',
  'Download the cherry template and upload limit files.':
    'Kupakua kiolezo cha matunda ya kahawa na kupakia faili za vikomo.',
  'Approve or decline limit files, and parchment records that wait for KPCU.':
    'Kuidhinisha au kukataa faili za vikomo, na rekodi za kahawa ya maganda zinazosubiri KPCU.',
  'Upload parchment delivery records.': 'Kupakia rekodi za uwasilishaji wa kahawa ya maganda.',
  'Approve or decline parchment delivery records.':
    'Kuidhinisha au kukataa rekodi za uwasilishaji wa kahawa ya maganda.',
  'Amend parchment delivery records that were referred back.':
    'Kurekebisha rekodi za kahawa ya maganda zilizorudishwa.',
  'Enter a loan request for a member.': 'Kuandika ombi la mkopo kwa niaba ya mwanachama.',
  'Approve or reject loan requests.': 'Kuidhinisha au kukataa maombi ya mkopo.',
  'Authorise or decline approved loan requests.': 'Kuruhusu au kukataa maombi ya mkopo yaliyoidhinishwa.',
  'Search a farmer statement by national ID.': 'Kutafuta taarifa ya mkulima kwa namba ya kitambulisho.',
  'Compute a payment schedule with the wizard.': 'Kukokotoa ratiba ya malipo hatua kwa hatua.',
  'Approve or reject a payment schedule.': 'Kuidhinisha au kukataa ratiba ya malipo.',
  'Approve or reject a payment retry.': 'Kuidhinisha au kukataa malipo ya marudio.',
  'Order a transfer between the accounts of the own society.': 'Kuagiza uhamisho kati ya akaunti za chama chako.',
  'Approve or decline a transfer between the accounts of the own society.':
    'Kuidhinisha au kukataa uhamisho kati ya akaunti za chama chako.',
  'Propose the accounts of the own society at the bank.': 'Kupendekeza akaunti za chama chako benki.',
  'Approve or decline an account of the own society.': 'Kuidhinisha au kukataa akaunti ya chama chako.',
  'Submit a deal code for a conversion rate.': 'Kuwasilisha namba ya makubaliano ya kiwango cha ubadilishaji.',
  'Approve or reject a conversion rate.': 'Kuidhinisha au kukataa kiwango cha ubadilishaji.',
  'Set the cherry rate of a society.': 'Kuweka bei ya matunda ya kahawa ya chama.',
  'Approve or reject a cherry rate.': 'Kuidhinisha au kukataa bei ya matunda ya kahawa.',
  'Set the lowest communal rate of a cycle.': 'Kuweka kiwango cha chini cha pamoja cha mzunguko.',
  'Approve or reject a communal rate limit.': 'Kuidhinisha au kukataa kikomo cha kiwango cha pamoja.',
  'Upload catalogue files, and edit or approve records referred to the broker.':
    'Kupakia faili za katalogi, na kuhariri au kuidhinisha rekodi zilizoelekezwa kwa dalali.',
  'Approve, edit or reject catalogue records.': 'Kuidhinisha, kuhariri au kukataa rekodi za katalogi.',
  'Upload, correct and drop dispatch files.': 'Kupakia, kusahihisha na kuondoa faili za usafirishaji.',
  'Approve or reject dispatch files and records.': 'Kuidhinisha au kukataa faili na rekodi za usafirishaji.',
  'Approve or reject estate cured records.': 'Kuidhinisha au kukataa rekodi za kahawa ya mashamba iliyokobolewa.',
  'Manage organisations, users, roles, seasons and settings.':
    'Kusimamia mashirika, watumiaji, majukumu, misimu na mipangilio.',
  'Search the audit trail.': 'Kutafuta katika kumbukumbu za matendo.',

  // Roles
  'Marketer checker': 'Mkaguzi wa wakala wa soko',
  'Warehouse checker': 'Mkaguzi wa ghala',
  'Warehouse clerk': 'Karani wa ghala',
  'Warehouse maker': 'Mwandaaji wa ghala',
  'Broker checker': 'Mkaguzi wa dalali',
  'Miller checker': 'Mkaguzi wa kinu',
  'Society manager': 'Meneja wa chama',
  'Society clerk': 'Karani wa chama',
  'Society checker': 'Mkaguzi wa chama',
  'Miller clerk': 'Karani wa kinu',
  'Marketer clerk': 'Karani wa wakala wa soko',
  'Broker clerk': 'Karani wa dalali',
  'Bank officer': 'Afisa wa benki',
  'Bank checker': 'Mkaguzi wa benki',
  'KPCU officer': 'Afisa wa KPCU',
  'KPCU checker': 'Mkaguzi wa KPCU',
  'Government viewer': 'Mtazamaji wa serikali',
  Administrator: 'Msimamizi',

  // Types of organisation
  'Farmer society': 'Chama cha wakulima',
  Miller: 'Kinu',
  Marketer: 'Wakala wa soko',
  Broker: 'Dalali',
  Warehouse: 'Ghala',
  'Cooperative bank': 'Benki ya ushirika',
  Government: 'Serikali',
  Operator: 'Mwendeshaji',
  KPCU: 'KPCU',
}
