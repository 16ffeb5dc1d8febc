/** SMS to farmers and their settings. */
export const texts: Readonly<Record<string, string>> = {
  // Occasions
  'Delivery approved': 'Mazao yaliyoidhinishwa',
  'Change of bank details or mobile number requested': 'Ombi la kubadilisha taarifa za benki au namba ya simu',
  'Change of bank details or mobile number approved': 'Taarifa za benki au namba ya simu zimebadilishwa',
  'Loan approved by the society': 'Mkopo umeidhinishwa na chama',
  'Loan authorised by the lender': 'Mkopo umeidhinishwa na mkopeshaji',
  'Loan paid': 'Mkopo umelipwa',
  'Loan not paid, or come back': 'Mkopo haukulipwa, au umerudi',
  'Paid for cherry': 'Malipo ya matunda',
  'Not paid for cherry': 'Malipo ya matunda hayakufika',
  'Payment for cherry come back': 'Malipo ya matunda yamerudi',
  // States
  'Waits to be sent': 'Inasubiri kutumwa',
  'Being sent': 'Inatumwa',
  'May have arrived': 'Huenda umefika',
  'Not sent in time': 'Haikutumwa kwa wakati',
  // Why
  'The gateway could not be reached.': 'Mtoa huduma hakupatikana.',
  'The gateway could not send it.': 'Mtoa huduma hakuweza kuutuma.',
  'The gateway did not accept our key or sender. The operator must look at the settings.':
    'Mtoa huduma hakukubali ufunguo au jina letu. Msimamizi wa mfumo aangalie mipangilio.',
  'The account at the gateway has no credit.': 'Akaunti kwa mtoa huduma haina salio.',
  'The gateway did not answer. The text may have arrived.': 'Mtoa huduma hakujibu. Huenda ujumbe umefika.',
  'The gateway holds it back. The text may still arrive.': 'Mtoa huduma ameuzuia. Huenda ujumbe ukafika baadaye.',
  'The server stopped while sending. The text may have arrived.': 'Seva ilisimama ikituma. Huenda ujumbe umefika.',
  'There is no such mobile number.': 'Hakuna namba ya simu kama hiyo.',
  'The gateway does not serve this number.': 'Mtoa huduma hahudumii namba hii.',
  'The owner of the number wants no texts.': 'Mwenye namba hataki ujumbe.',
  // Settings
  'SMS when cherry is approved': 'SMS matunda yanapoidhinishwa',
  'Tells members the kilograms, the day and their total of the season.':
    'Wanachama huambiwa kilo, siku na jumla yao ya msimu.',
  'SMS when a change of bank details or mobile number is requested':
    'SMS inapoombwa kubadilisha taarifa za benki au namba ya simu',
  'Members are warned on the old number, and on a new one too, before anybody decides.':
    'Wanachama huonywa kwenye namba ya zamani, na kwenye mpya pia, kabla ya uamuzi.',
  'SMS when a change of bank details or mobile number is approved':
    'SMS badiliko la taarifa za benki au namba ya simu linapoidhinishwa',
  'Sent to the old number, and to a new one too.': 'Wanachama huambiwa kwenye namba ya zamani, na kwenye mpya pia.',
  'SMS when the society approves a loan': 'SMS chama kinapoidhinisha mkopo',
  'Tells members the amount.': 'Wanachama huambiwa kiasi.',
  'SMS when the lender authorises a loan': 'SMS mkopeshaji anapoidhinisha mkopo',
  'Tells members what they receive and where.': 'Wanachama huambiwa watakachopokea na wapi.',
  'SMS when a loan is paid': 'SMS mkopo unapolipwa',
  'Tells members what was paid where, and what is to be repaid.':
    'Wanachama huambiwa kilicholipwa na wapi, na deni la kulipa.',
  'SMS when a loan is not paid, or comes back': 'SMS mkopo usipolipwa, au ukirudi',
  'Tells members that they owe nothing for it.': 'Wanachama huambiwa kuwa hawana deni la mkopo huo.',
  'SMS when a member is paid for cherry': 'SMS mwanachama anapolipwa kwa matunda',
  'Tells members what was paid where, and what was kept back for what they owe.':
    'Wanachama huambiwa kilicholipwa na wapi, na kilichokatwa kwa madeni yao.',
  'SMS when a payment for cherry is refused': 'SMS malipo ya matunda yanapokataliwa',
  'Tells members that the money waits for them at the society.': 'Wanachama huambiwa kuwa pesa zinawasubiri chamani.',
  'SMS when a payment for cherry comes back': 'SMS malipo ya matunda yanaporudi',
  'Tells members that what a bank has sent back waits for them at the society.':
    'Wanachama huambiwa kuwa pesa zilizorudishwa na benki zinawasubiri chamani.',
  'SMS in Swahili': 'SMS kwa Kiswahili',
  'On: farmers are written to in Swahili. Off: in English.':
    'Ikiwashwa: wakulima huandikiwa kwa Kiswahili. Ikizimwa: kwa Kiingereza.',
  'Days that notifications and letters are kept': 'Siku za kuhifadhi arifa na barua',
  'After so many days a notification, and what is known of the letter that told of it, is removed.':
    'Baada ya siku hizi arifa, na kinachojulikana kuhusu barua iliyoieleza, huondolewa.',
  'Days that files without effect are kept': 'Siku za kuhifadhi faili zisizo na athari',
  'A file that was declined, discarded or never sent loses its rows and its bytes after so many days.':
    'Faili lililokataliwa, lililotupwa au ambalo halikutumwa hupoteza safu na yaliyomo baada ya siku hizi.',
  'Days that files with effect are kept': 'Siku za kuhifadhi faili zenye athari',
  'A file whose rows became records is kept as evidence for so many days, at least five years; then its bytes are removed.':
    'Faili ambalo safu zake zimekuwa rekodi huhifadhiwa kama ushahidi kwa siku hizi, angalau miaka mitano; kisha yaliyomo huondolewa.',
  'Nobody has sent it for as long as such files are kept':
    'Hakuna aliyelituma kwa muda wote ambao faili kama hizi huhifadhiwa',
  'What the file said was removed, because it had been kept as long as the rules say.':
    'Yaliyomo ya faili yaliondolewa, kwa sababu yalikuwa yamehifadhiwa kwa muda ambao kanuni zinasema.',
  'Days that texts to farmers are kept': 'Siku za kuhifadhi SMS za wakulima',
  'After so many days a text and its number are removed.': 'Baada ya siku hizi ujumbe na namba yake huondolewa.',
}
