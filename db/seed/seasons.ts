import type { ClientBase } from 'pg'
import { chanceFrom } from './chance.ts'
import { firstDay } from './organisations.ts'

const first = 2021
const last = 2035
const ofSharing = {
  english:
    'I agree that this file, and the data of the members it concerns (names, ID numbers, member numbers, kilograms), are shared with New KPCU, which decides on an advance of the Coffee Cherry Advance Revolving Fund. The members have authorised the society to do so under the Data Protection Act 2019.',
  swahili:
    'Ninakubali kuwa faili hii, pamoja na data ya wanachama inaowahusu (majina, namba za kitambulisho, namba za uanachama, kilo), zishirikiwe na New KPCU, ambayo huamua kuhusu mkopo wa awali wa mfuko wa matunda ya kahawa (CCARF). Wanachama wameidhinisha chama kufanya hivyo kwa mujibu wa Sheria ya Ulinzi wa Data ya 2019.',
}
const ofDelivery = {
  english:
    'I confirm that these records are correct and reliable for processing payments under the third schedule of the Crops (Coffee) (General) Regulations 2019.',
  swahili:
    'Ninathibitisha kuwa rekodi hizi ni sahihi na zinategemewa katika kuchakata malipo kwa mujibu wa jedwali la tatu la Kanuni za Mazao (Kahawa) (za Jumla) za 2019.',
}

const ofDispatch = {
  english:
    'I confirm that the data in this dispatch file is authentic and dependable, and I agree that it may be used to process payments.',
  swahili:
    'Ninathibitisha kuwa data iliyo kwenye faili hii ya kahawa iliyotumwa ni halisi na ya kutegemewa, na ninakubali itumike kuchakata malipo.',
}

/** The crop years and the first wording of the disclaimers, as the owner, at every start; what the operator changed since stays. */
export async function seedSeasons({ owner }: { owner: ClientBase }): Promise<void> {
  await owner.query(
    `insert into seasons (name, starts_on, ends_on)
     select y || '/' || y + 1, make_date(y, 10, 1), make_date(y + 1, 9, 30) from generate_series($1::int, $2::int) y
     on conflict do nothing`,
    [first, last],
  )
  await owner.query(
    `insert into disclaimers (id, name, version, english, swahili, in_force_from)
     values ($1, 'cherry_delivery', 1, $2, $3, $10), ($4, 'share_data', 1, $5, $6, $10), ($7, 'dispatch', 1, $8, $9, $10) on conflict do nothing`,
    [
      chanceFrom('disclaimers').id(firstDay),
      ofDelivery.english,
      ofDelivery.swahili,
      chanceFrom('consents').id(firstDay),
      ofSharing.english,
      ofSharing.swahili,
      chanceFrom('dispatch terms').id(firstDay),
      ofDispatch.english,
      ofDispatch.swahili,
      firstDay,
    ],
  )
}
