/** What is declared of transfers between the accounts of a society, in Swahili. */
export const transfers: Readonly<Record<string, string>> = {
  transfer: 'uhamisho',
  Transfers: 'Uhamisho',
  Transfer: 'Uhamisho',
  Retention: 'Zuio',
  'Name the number of the document that is attached to a retention': 'Taja namba ya hati iliyoambatishwa kwenye zuio',
  'To the farmers’ account': 'Kwenye akaunti ya wakulima',
  'Conversion to shillings': 'Kubadilisha kuwa shilingi',
  'At the bank': 'Iko benki',
  'Refused by the bank': 'Imekataliwa na benki',
  Used: 'Kimetumika',
  Done: 'Umekamilika',
  Dollars: 'Dola',
  Document: 'Hati',
  'The bank has carried it out': 'Benki imeutekeleza',
  'The bank has refused it; the money is where it was': 'Benki imeukataa; pesa ziko pale zilipokuwa',
  'Dollars were converted at it': 'Dola zilibadilishwa kwacho',
  'The bank refused the conversion, and the deal still holds':
    'Benki ilikataa kubadilisha, na makubaliano bado yanashikilia',
  'The bank refused the conversion, and the deal has expired':
    'Benki ilikataa kubadilisha, na muda wa makubaliano umeisha',
  'Deal code, document, or name or code of the society': 'Namba ya makubaliano, hati, au jina au msimbo wa chama',
  'Transfer is required': 'Uhamisho unahitajika',
  'At most USD 100,000,000': 'Isizidi USD 100,000,000',
  'This is less than a cent': 'Hiki ni chini ya senti moja',
  'Above what may be retained: name the document that allows it':
    'Ni zaidi ya kinachoruhusiwa kuzuiwa: taja hati inayoruhusu',
  'No conversion rate is in force. Submit the code of a deal and let another person approve it first.':
    'Hakuna kiwango cha ubadilishaji kinachotumika. Tuma namba ya makubaliano na mtu mwingine aidhinishe kwanza.',
  'The deal of this conversion is not in force any more. Decline it, and order it anew at the next one.':
    'Makubaliano ya ubadilishaji huu hayatumiki tena. Ukatae, kisha uagizwe upya kwa makubaliano mengine.',
  'More would be retained of the season than is allowed. Name the document that allows it.':
    'Kingezuiwa cha msimu zaidi ya kinachoruhusiwa. Taja hati inayoruhusu.',
  'The society has no such account at the bank yet. Propose it first.':
    'Chama bado hakina akaunti hiyo benki. Ipendekeze kwanza.',
  'Most that a society retains': 'Kiwango cha juu ambacho chama kinazuia',
  'Of the dollars that came in in a season. What is above needs the number of the document that allows it.':
    'Kati ya dola zilizoingia kwa msimu. Kinachozidi kinahitaji namba ya hati inayoruhusu.',
  'Approved: the order goes to the bank': 'Imeidhinishwa: agizo linaenda benki',
}
