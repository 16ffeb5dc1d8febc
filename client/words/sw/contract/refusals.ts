/** Refusals, in Swahili. */
export const refusals: Readonly<Record<string, string>> = {
  // Refusals
  'Sign in to continue.': 'Ingia ili uendelee.',
  'The username or the password is not right.': 'Jina la mtumiaji au nenosiri si sahihi.',
  'Now prove your second factor.': 'Sasa toa uthibitisho wako wa pili.',
  'This passkey was not accepted. Try again, or use another way.':
    'Ufunguo huu wa siri haukukubaliwa. Jaribu tena, au tumia njia nyingine.',
  'Passkeys work under the name of this product only. Open it by its name, or ask your administrator.':
    'Funguo za siri hufanya kazi kwa jina la mfumo huu tu. Ufungue kwa jina lake, au muulize msimamizi wako.',
  'Your organisation signs in on a page of its own. Choose "Sign in through your organisation".':
    'Shirika lako huingia kwenye ukurasa wake. Chagua "Ingia kupitia shirika lako".',
  'No organisation of this code signs in on a page of its own. Check the code.':
    'Hakuna shirika la msimbo huu linaloingia kwenye ukurasa wake. Angalia msimbo.',
  'The sign-in page of your organisation does not answer. Try again in a while, or use your password.':
    'Ukurasa wa kuingia wa shirika lako haujibu. Jaribu tena baadaye, au tumia nenosiri lako.',
  'The sign-in page of your organisation does not answer. Try again in a while, or tell an administrator.':
    'Ukurasa wa kuingia wa shirika lako haujibu. Jaribu tena baadaye, au mwambie msimamizi.',
  'Nobody can be sent back to this address. Open the product by its name, or ask your administrator.':
    'Hakuna anayeweza kurudishwa kwenye anwani hii. Fungua mfumo kwa jina lake, au muulize msimamizi wako.',
  'This sign-in was not begun here, or is over. Begin again.':
    'Kuingia huku hakukuanzia hapa, au muda umekwisha. Anza tena.',
  'The sign-in page of your organisation did not let you in.': 'Ukurasa wa kuingia wa shirika lako haukukuruhusu.',
  'The sign-in page does not vouch for your e-mail address. Ask whoever runs it to confirm the address.':
    'Ukurasa wa kuingia haujathibitisha barua pepe yako. Mwombe anayeusimamia aithibitishe.',
  'No user of this organisation has your e-mail address. Ask your administrator for an invitation.':
    'Hakuna mtumiaji wa shirika hili mwenye barua pepe yako. Muombe msimamizi wako mwaliko.',
  'This user belongs to somebody else on the sign-in page. Ask your administrator to reset the access.':
    'Mtumiaji huyu ni wa mtu mwingine kwenye ukurasa wa kuingia. Muombe msimamizi wako aweke upya njia ya kuingia.',
  'You have ten passkeys. Remove one that you no longer use first.':
    'Una funguo kumi za siri. Kwanza ondoa mmoja usiotumia tena.',
  'You have a passkey of this name. Choose another name.': 'Una ufunguo wa siri wa jina hili. Chagua jina lingine.',
  'That code is not right. Wait for the next one and try again.':
    'Msimbo huo si sahihi. Subiri unaofuata kisha ujaribu tena.',
  'Too many attempts. Wait a moment before the next one.':
    'Umejaribu mara nyingi mno. Subiri kidogo kabla ya kujaribu tena.',
  'Prove your second factor again first.': 'Kwanza toa uthibitisho wako wa pili tena.',
  'This needs a second factor. Turn on an authenticator app or add a passkey under "Account" first.':
    'Hatua hii inahitaji uthibitisho wa pili. Kwanza washa programu ya uthibitisho au ongeza ufunguo wa siri kwenye "Akaunti".',
  'This request came from another site and was refused.': 'Ombi hili limetoka tovuti nyingine na limekataliwa.',
  'Sign out and in again first: sessions are ended by whoever has signed in a moment ago.':
    'Kwanza toka kisha uingie tena: vipindi hufungwa na aliyeingia sasa hivi.',
  'That session has ended': 'Kipindi hicho kimefungwa',
  'Your other sessions have ended': 'Vipindi vyako vingine vimefungwa',
  'This user is suspended. Ask your administrator.': 'Mtumiaji huyu amesimamishwa. Muulize msimamizi wako.',
  'Choose a longer password: 15 characters, or 8 with a second factor, and not one that is often used.':
    'Chagua nenosiri refu zaidi: herufi 15, au 8 ukiwa na uthibitisho wa pili, na lisiwe linalotumiwa na wengi.',
  'Your role does not allow this.': 'Jukumu lako haliruhusu jambo hili.',
  'This step belongs to another type of organisation.': 'Hatua hii ni ya shirika la aina nyingine.',
  'This step belongs to another role.': 'Hatua hii ni ya jukumu lingine.',
  'You made, changed or approved this record, so someone else must decide on it.':
    'Wewe ndiye uliyeitengeneza, kuibadilisha au kuiidhinisha rekodi hii, kwa hivyo mtu mwingine ndiye ataamua.',
  'Only the person who made this record can do that.':
    'Aliyeitengeneza rekodi hii pekee ndiye anayeweza kufanya hivyo.',
  'Record not found.': 'Rekodi haikupatikana.',
  'The signature is missing, wrong or too old.': 'Sahihi haipo, si sahihi au imepitwa na wakati.',
  'Account Details Missing': 'Maelezo ya akaunti hayapo',
  'This account is closed or takes no money. Ask for another one.':
    'Akaunti hii imefungwa au haipokei pesa. Omba nyingine.',
  'The record was changed after you opened it. Look at it again before you decide.':
    'Rekodi ilibadilishwa baada ya wewe kuifungua. Itazame tena kabla ya kuamua.',
  'The record has already moved on.': 'Rekodi tayari imeshasonga mbele.',
  'Comment is required': 'Maoni yanahitajika',
  'Reason is required': 'Sababu inahitajika',
  'This was written for an earlier decision. Write a comment of your own.':
    'Maoni haya yaliandikwa kwa uamuzi wa awali. Andika maoni yako mwenyewe.',
  'No reason given': 'Hakuna sababu iliyotolewa',
  'One of these is already waiting for a decision. Have it decided or withdrawn first.':
    'Kimoja cha aina hii tayari kinasubiri uamuzi. Kwanza kiamuliwe au kiondolewe.',
  'No record selected': 'Hakuna rekodi iliyochaguliwa',
  'Nothing was changed.': 'Hakuna kilichobadilishwa.',
  'The record was changed since this was requested. Decline the request and request it again.':
    'Rekodi ilibadilishwa baada ya ombi hili. Likatae ombi hili kisha uombe tena.',
  'Please fill out all required fields correctly.': 'Tafadhali jaza sehemu zote zinazohitajika kwa usahihi.',
  'The request could not be read.': 'Ombi halikuweza kusomwa.',
  'The same request is still being worked on.': 'Ombi hilohilo bado linafanyiwa kazi.',
  'This idempotency key was used for a different request.': 'Ufunguo huu ulitumika kwa ombi lingine.',
  'Please select a file before uploading.': 'Tafadhali chagua faili kabla ya kupakia.',
  'The file is too large.': 'Faili ni kubwa mno.',
  'A known virus was found in the file, so it was not kept. Have the computer it comes from looked after.':
    'Kirusi kinachojulikana kimepatikana kwenye faili, kwa hivyo haikuhifadhiwa. Kompyuta ilikotoka ikaguliwe.',
  'The file could not be scanned for viruses, so it was not kept. Send it again in a few minutes.':
    'Faili haikuweza kukaguliwa virusi, kwa hivyo haikuhifadhiwa. Itume tena baada ya dakika chache.',
  'The file is not a spreadsheet. Send an .xlsx or .csv file.': 'Faili si jedwali. Tuma faili ya .xlsx au .csv.',
  'Attach a PDF, or a photograph as JPG or PNG.': 'Ambatisha PDF, au picha ya JPG au PNG.',
  'The document is cut off or broken. Attach it again.': 'Hati imekatika au imeharibika. Iambatishe tena.',
  'The document is locked, or carries a program or another file. Print it, and attach a scan.':
    'Hati imefungwa, au ina programu au faili nyingine ndani yake. Ichapishe, kisha ambatisha nakala iliyoskaniwa.',
  'Columns are missing. Download the template and use its headings.':
    'Kuna safu wima zinazokosekana. Pakua kiolezo na utumie vichwa vyake.',
  'This very file was already uploaded.': 'Faili hiihii tayari imepakiwa.',
  'Some rows have errors. Review the downloaded file.': 'Baadhi ya safu zina makosa. Kagua faili iliyopakuliwa.',
  'Some rows still have errors. Correct them or leave them out before sending.':
    'Baadhi ya safu bado zina makosa. Zisahihishe au ziache nje kabla ya kutuma.',
  'No row is left to send.': 'Hakuna safu iliyobaki ya kutuma.',
  'The wording of the consent was changed meanwhile. Read it again and tick the checkbox.':
    'Maneno ya ridhaa yamebadilishwa wakati huo. Yasome tena na uweke alama kwenye kisanduku.',
  'Only the organisation that sent this file, and whoever it waits for, can take it out. You can read its rows in the list.':
    'Ni shirika lililotuma faili hii, na yule anayeisubiri kuiamua, tu ndio wanaoweza kuitoa. Unaweza kusoma safu zake kwenye orodha.',
  'The file could not be kept. Nothing was saved; try again.':
    'Faili haikuweza kuhifadhiwa. Hakuna kilichohifadhiwa; jaribu tena.',
  'Too many requests. Wait a moment.': 'Maombi ni mengi mno. Subiri kidogo.',
  'The bank does not answer. Nothing was changed; try again later.':
    'Benki haijibu. Hakuna kilichobadilishwa; jaribu tena baadaye.',
  'The server is busy. Nothing was changed; try again in a moment.':
    'Seva ina shughuli nyingi. Hakuna kilichobadilishwa; jaribu tena baada ya muda mfupi.',
  'Error occurred while processing your request. Nothing was changed.':
    'Hitilafu imetokea ombi lako lilipokuwa likishughulikiwa. Hakuna kilichobadilishwa.',
  'Network error or server unreachable': 'Hitilafu ya mtandao au seva haipatikani',
  // Ledger and limits
  'There is not enough for this amount. Look at the balance again.':
    'Hakuna pesa za kutosha kwa kiasi hiki. Tazama salio tena.',
  'This reference already stands for something else.': 'Kumbukumbu hii tayari inatumika kwa jambo lingine.',
  'What was reserved for this was already used or released.':
    'Kilichotengwa kwa ajili ya hili tayari kimetumika au kimerudishwa.',
  'The reservation has expired. Ask for it again.': 'Muda wa kutengewa umekwisha. Omba tena.',
  'A loan comes from one lender, and that is more than the lender may give. Ask each lender for a part.':
    'Mkopo hutoka kwa mkopeshaji mmoja, na kiasi hicho kinazidi anachoweza kutoa. Omba sehemu kwa kila mkopeshaji.',
  'This lender has granted the member no limit.': 'Mkopeshaji huyu hajampa mwanachama kikomo.',
  'The amount is more than the member’s limit leaves. Ask for less.':
    'Kiasi hiki kinazidi kikomo kilichobaki cha mwanachama. Omba kiasi kidogo.',
  'The limits of this season have expired.': 'Muda wa vikomo vya msimu huu umekwisha.',
  'The request must be sent as JSON (Content-Type: application/json).':
    'Ombi lazima litumwe kama JSON (Content-Type: application/json).',
  'The request is too large. Send it in smaller parts.': 'Ombi ni kubwa mno. Litume kwa sehemu ndogo.',
  'Two lists or files of yours are still on their way. Wait until one of them has come.':
    'Orodha au faili zako mbili bado ziko njiani. Subiri moja ifike.',
}
