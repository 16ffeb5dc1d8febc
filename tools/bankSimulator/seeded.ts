const firstNames =
  'Wanjiku Njeri Wairimu Nyambura Wambui Achieng Atieno Chebet Jepkosgei Mwende Mumbua Nekesa Kawira Gacheri Makena ' +
  'Peter John James Joseph Samuel Daniel David Grace Mary Esther Ruth Jane Agnes Stephen Charles Francis'
const middleNames =
  'Kamau Mwangi Njoroge Wanjiru Muthoni Wangari Otieno Onyango Kipchoge Cherono Mutua Nduta Muriuki Kendi'
const lastNames =
  'Kamau Mwangi Kariuki Maina Gitau Njoroge Otieno Odhiambo Kiprono Rotich Mutua Musyoka Wafula Barasa Mutwiri Kinyua ' +
  'Murithi Gichuru Waweru Githinji Nyaga Njeru Kimathi Macharia'

/** A number from 0 up to 1 that depends on the text only: the same seed and text give the same number on every machine. */
export function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // The end of MurmurHash3: spreads texts that differ in their last letter only.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A Kenyan name that always belongs to the same account. */
export function plausibleName(text: string): string {
  const pick = (from: string, salt: string) => {
    const names = from.split(' ')
    return names[Math.floor(fraction(`${salt} ${text}`) * names.length)]
  }
  return `${pick(firstNames, 'first')} ${pick(middleNames, 'middle')} ${pick(lastNames, 'last')}`.toUpperCase()
}
