/** What is declared of payment schedules, in Swahili. */
export const schedules: Readonly<Record<string, string>> = {
  'payment schedule': 'ratiba ya malipo',
  'Payment schedules': 'Ratiba za malipo',
  'Payments to approve': 'Malipo ya kuidhinisha',
  'Being paid': 'Inalipwa',
  'Partly paid': 'Imelipwa kwa sehemu',
  Paid: 'Imelipwa',
  'Every member and every lender is paid': 'Kila mwanachama na kila mkopeshaji amelipwa',
  'All that could be paid is paid; some lines are held or were refused':
    'Yote yaliyoweza kulipwa yamelipwa; baadhi ya mistari imezuiwa au imekataliwa',
  'The last line was paid': 'Mstari wa mwisho umelipwa',
  'Farmer society': 'Chama cha wakulima',
  'Total cherry': 'Jumla ya matunda',
  'On the KES account': 'Kwenye akaunti ya KES',
  'Communal rate': 'Kiwango cha pamoja',
  'To members': 'Kwa wanachama',
  Members: 'Wanachama',
  Held: 'Imezuiwa',
  'Season, or name or code of the society': 'Msimu, au jina au msimbo wa chama',
  'The society has no farmers’ shilling account yet': 'Chama bado hakina akaunti ya shilingi ya wakulima',
  'Nothing is on the farmers’ shilling account: convert dollars first':
    'Hakuna kitu kwenye akaunti ya shilingi ya wakulima: badilisha dola kwanza',
  'Nothing on the farmers’ shilling account comes from an approved conversion of dollars':
    'Hakuna kitu kwenye akaunti ya shilingi ya wakulima kilichotokana na ubadilishaji wa dola ulioidhinishwa',
  'More was retained of the season than is allowed, and no document allows it':
    'Kilichobakizwa cha msimu ni zaidi ya kinachoruhusiwa, na hakuna hati inayoruhusu',
  'Part of what lies on the account came as shillings: no deal of the bank stands behind it':
    'Sehemu ya kilichopo kwenye akaunti ilikuja kama shilingi: hakuna makubaliano ya benki nyuma yake',
  'A schedule needs a conversion': 'Ratiba inahitaji ubadilishaji',
  'On: nobody computes a payment schedule of shillings of which none come from an approved conversion of dollars.':
    'Ikiwashwa: hakuna anayekokotoa ratiba ya malipo ya shilingi ambazo hazitokani na ubadilishaji wa dola ulioidhinishwa.',
  'No cherry of the season is approved': 'Hakuna matunda ya msimu yaliyoidhinishwa',
  'Another schedule of the society is open': 'Ratiba nyingine ya chama iko wazi',
  'No lowest communal rate of this cycle is approved': 'Hakuna kiwango cha chini cha mzunguko huu kilichoidhinishwa',
  'The account gives less than the lowest communal rate of this cycle':
    'Akaunti inatoa chini ya kiwango cha chini cha mzunguko huu',
  'A schedule of the society is being paid: wait until the bank has carried it out':
    'Ratiba ya chama inalipwa: subiri hadi benki imalize kuitekeleza',
  'A lender has not got what an earlier schedule recovered: its payment is to be retried first':
    'Mkopeshaji hajapata kilichokatwa na ratiba ya awali: malipo yake yarudiwe kwanza',
  'All three cycles of the season are paid, or its last payment is made':
    'Mizunguko yote mitatu ya msimu imelipwa, au malipo yake ya mwisho yamefanywa',
  'Deliveries of the season wait for a decision: what is approved later is paid in the next cycle':
    'Mawasilisho ya msimu yanasubiri uamuzi: yatakayoidhinishwa baadaye hulipwa mzunguko unaofuata',
  'Members whose account is not verified, or who are not active: their lines are held':
    'Wanachama ambao akaunti yao haijathibitishwa, au si hai: mistari yao inazuiwa',
  'Communal rate is required': 'Kiwango cha pamoja kinahitajika',
  'Amount is required': 'Kiasi kinahitajika',
  'Weight is required': 'Uzito unahitajika',
  'Choose among the loans that are offered': 'Chagua kati ya mikopo inayotolewa',
  'More would be retained than lies on the account': 'Kingezuiliwa zaidi ya kilichopo kwenye akaunti',
  'Give each factory that brought cherry an amount, once':
    'Kipe kila kiwanda kilicholeta matunda kiasi chake, mara moja',
  'Each factory needs an amount that gives its members at least a cent for a kilogram':
    'Kila kiwanda kinahitaji kiasi kinachowapa wanachama wake angalau senti moja kwa kilo',
  'A factory would get less for a kilogram than the lowest communal rate of this cycle':
    'Kiwanda kimoja kingepata chini ya kiwango cha chini cha mzunguko huu kwa kilo',
  'The factories together would get more than lies on the account':
    'Viwanda kwa pamoja vingepata zaidi ya kilichopo kwenye akaunti',
  'Approved: the members are being paid': 'Imeidhinishwa: wanachama wanalipwa',
  'The figures have changed meanwhile. Reload, and look at them again.':
    'Takwimu zimebadilika wakati huo. Pakia upya, kisha uziangalie tena.',
  'A schedule cannot be computed now. Look at what stands in the way.':
    'Ratiba haiwezi kukokotolewa sasa. Angalia kinachozuia.',
  'Deliveries, accounts or loans have changed since the schedule was generated, so it would come out otherwise. Let its maker withdraw it and save it again.':
    'Mawasilisho, akaunti au mikopo imebadilika tangu ratiba ikokotolewe, kwa hiyo ingekuwa tofauti. Aliyeitengeneza aiondoe na aihifadhi tena.',
  'Somebody else has this draft open now. Take it over, or wait until it is sent.':
    'Mtu mwingine ameifungua rasimu hii sasa. Ichukue, au subiri hadi itumwe.',
  'This cycle of the season was paid by another schedule.': 'Mzunguko huu wa msimu ulilipwa kwa ratiba nyingine.',
  'The society has no farmers’ shilling account to pay from.':
    'Chama hakina akaunti ya shilingi ya wakulima ya kulipia.',
  'Lines of the schedule': 'Mistari ya ratiba',
  'season reopening': 'kufunguliwa kwa msimu',
  'Season reopenings': 'Kufunguliwa kwa misimu',
  'Takes cherry': 'Hupokea matunda',
  'Approved: the season takes cherry again': 'Imeidhinishwa: msimu unapokea matunda tena',
  'This season of the society is not closed by a last payment.': 'Msimu huu wa chama haujafungwa na malipo ya mwisho.',
  'All three cycles of the season are paid: no schedule pays what is brought now.':
    'Mizunguko yote mitatu ya msimu imelipwa: hakuna ratiba itakayolipa kinacholetwa sasa.',
  'Awaiting bank': 'Inasubiri benki',
  'Approved: the bank decides next': 'Imeidhinishwa: sasa benki itaamua',
  'These are not the lines that you saw. Reload the schedule, and look at it again.':
    'Hii si mistari uliyoiona. Pakia ratiba upya, na uiangalie tena.',
  'Say why this is paid in spite of what is pointed out.': 'Eleza kwa nini hii inalipwa licha ya yaliyoonyeshwa.',
  'Bank decides payment schedules second': 'Benki huamua ratiba za malipo baada ya chama',
  'On: what a society has approved is paid once somebody of the bank has approved it too. Off: the society decides alone.':
    'Imewashwa: kilichoidhinishwa na chama hulipwa mtu wa benki akiidhinisha pia. Imezimwa: chama huamua peke yake.',
  'Pointed out': 'Yaliyoonyeshwa',
  'Another name': 'Jina jingine',
  'Shared account': 'Akaunti ya pamoja',
  'More members of the society than the setting expects have this account.':
    'Wanachama wengi kuliko ilivyotarajiwa wana akaunti hii.',
  'Cooling off': 'Muda wa kusubiri',
  'Account changed': 'Akaunti iliyobadilishwa',
  'The account was changed in the last 90 days.': 'Akaunti ilibadilishwa katika siku 90 zilizopita.',
  'Much per tree': 'Nyingi kwa mti',
  'Farmer name': 'Jina la mkulima',
  'Member number': 'Namba ya mwanachama',
  'Total amount': 'Jumla',
  Recovered: 'Kilichorejeshwa',
  Premium: 'Nyongeza',
  Deducted: 'Kilichokatwa',
  'Net amount': 'Kiasi halisi',
  'Pay channel': 'Njia ya malipo',
  Why: 'Kwa nini',
  'Name, member number or account': 'Jina, namba ya mwanachama au akaunti',
  'Not paid yet': 'Bado haijalipwa',
  Queued: 'Iko kwenye foleni',
  'A bank has sent a payment back': 'Benki imerudisha malipo',
  'Nothing left to pay': 'Hakuna cha kulipa',
  'The member has died: the money waits for the next of kin': 'Mwanachama amefariki: pesa zinasubiri warithi',
  'The member is not active': 'Mwanachama si hai',
  'The account is not kept in shillings': 'Akaunti si ya shilingi',
  'The bank knows the account under another name': 'Benki inaijua akaunti kwa jina lingine',
  'The account is not verified': 'Akaunti haijathibitishwa',
  'A change of the account waits for a decision': 'Badiliko la akaunti linasubiri uamuzi',
  'The account was changed lately': 'Akaunti ilibadilishwa hivi karibuni',
  'No payment waits for an RTGS file.': 'Hakuna malipo yanayongoja faili ya RTGS.',
  'A payment of this file was settled or taken out meanwhile: decline it and make another.':
    'Malipo mojawapo ya faili hii yamekamilika au yameondolewa: ikatae na uandae nyingine.',
  'RTGS files': 'Faili za RTGS',
  'RTGS file': 'faili ya RTGS',
  RTGS: 'RTGS',
  'Name of the file, or name or code of the society': 'Jina la faili, au jina au msimbo wa chama',
  Payments: 'Malipo',
  'Sent at': 'Ilitumwa',
  Released: 'Imeruhusiwa',
  'Held and refused': 'Yaliyozuiwa na kukataliwa',
  'Nothing holds it any more': 'Hakuna kinachoizuia tena',
  'What is to be done': 'La kufanya',
  Attempts: 'Majaribio',
  'Request the account of the next of kin as a change of the member':
    'Omba akaunti ya warithi kama badiliko la mwanachama',
  'Request that the member is active again': 'Omba mwanachama awe hai tena',
  'Request an account in shillings as a change of the member': 'Omba akaunti ya shilingi kama badiliko la mwanachama',
  'Request an account that the bank knows as the member’s': 'Omba akaunti ambayo benki inaijua kuwa ya mwanachama',
  'Request the account anew: the bank is asked whose it is': 'Omba akaunti upya: benki huulizwa ni ya nani',
  'Have another person decide the change of the account': 'Mtu mwingine aamue badiliko la akaunti',
  'Wait: money goes to a new account only some hours after the change':
    'Subiri: pesa huenda kwenye akaunti mpya saa kadhaa baada ya badiliko',
  'Mend the account with the bank and pay again, or pay to another account':
    'Rekebisha akaunti na benki kisha lipa tena, au lipa kwenye akaunti nyingine',
  'Pay it again: one person asks for it, another lets it go': 'Lipa tena: mtu mmoja aombe, mwingine aruhusu',
  'Have another person decide the retry that waits': 'Mtu mwingine aamue malipo ya kurudia yanayosubiri',
  'The bank was asked five times: mend the account for the next schedule':
    'Benki imeombwa mara tano: rekebisha akaunti kwa ratiba ijayo',
  'Wait until the bank has said what became of it': 'Subiri hadi benki iseme yaliyotokea',
  'payment retry': 'malipo ya kurudia',
  'Payment retries': 'Malipo ya kurudia',
  'Sent again': 'Yametumwa tena',
  'As it was': 'Kama ilivyokuwa',
  'To another account': 'Kwenye akaunti nyingine',
  How: 'Namna',
  'FCS code': 'Msimbo wa chama',
  'FCS name': 'Jina la chama',
  Institution: 'Taasisi',
  'Why it was not paid': 'Kwa nini hayakulipwa',
  'Name, member number, or name or code of the society': 'Jina, namba ya mwanachama, au jina au msimbo wa chama',
  'Institution is required': 'Taasisi inahitajika',
  'Account name is required': 'Jina la akaunti linahitajika',
  'A lender is paid to the account of its fund': 'Mkopeshaji hulipwa kwenye akaunti ya mfuko wake',
  'There is nothing to pay again: this payment was neither refused nor held.':
    'Hakuna cha kulipa tena: malipo haya hayakukataliwa wala kuzuiwa.',
  'The bank has not said yet what became of this payment. It is not sent again before it has.':
    'Benki bado haijasema malipo haya yamefikia wapi. Hayatumwi tena kabla ya hapo.',
  'The bank was asked five times to pay this. Mend the account of the member, and let the next schedule pay.':
    'Benki imeombwa mara tano kulipa hili. Rekebisha akaunti ya mwanachama, na uache ratiba ijayo ilipe.',
  'What holds this payment is not mended yet.': 'Kinachozuia malipo haya bado hakijarekebishwa.',
  'The account has changed meanwhile: withdraw this retry, and ask again':
    'Akaunti imebadilika wakati huo: ondoa ombi hili, na uombe tena',
  'Approved: the payment goes to the bank again': 'Imeidhinishwa: malipo yanaenda benki tena',
  'Ask for a payment that was refused or held to be sent again.': 'Omba malipo yaliyokataliwa au kuzuiwa yatumwe tena.',
}
