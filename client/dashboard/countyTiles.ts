/**
 * Where each county of Kenya stands in a grid of tiles, by its official number: column and row from the north-west. Neighbours
 * stay together as far as squares allow; it is a table in the shape of the country, not a map.
 */
export const countyTiles: Readonly<Record<number, readonly [column: number, row: number]>> = {
  23: [2, 0], // Turkana
  10: [4, 0], // Marsabit
  9: [7, 0], // Mandera
  24: [1, 1], // West Pokot
  28: [2, 1], // Elgeyo-Marakwet
  25: [3, 1], // Samburu
  11: [5, 1], // Isiolo
  8: [7, 1], // Wajir
  39: [0, 2], // Bungoma
  26: [1, 2], // Trans Nzoia
  27: [2, 2], // Uasin Gishu
  30: [3, 2], // Baringo
  31: [4, 2], // Laikipia
  12: [5, 2], // Meru
  7: [7, 2], // Garissa
  40: [0, 3], // Busia
  37: [1, 3], // Kakamega
  29: [2, 3], // Nandi
  32: [3, 3], // Nakuru
  19: [4, 3], // Nyeri
  20: [5, 3], // Kirinyaga
  13: [6, 3], // Tharaka-Nithi
  41: [0, 4], // Siaya
  38: [1, 4], // Vihiga
  35: [2, 4], // Kericho
  18: [3, 4], // Nyandarua
  21: [4, 4], // Murang'a
  14: [5, 4], // Embu
  15: [6, 4], // Kitui
  4: [7, 4], // Tana River
  43: [0, 5], // Homa Bay
  42: [1, 5], // Kisumu
  46: [2, 5], // Nyamira
  33: [3, 5], // Narok
  22: [4, 5], // Kiambu
  16: [5, 5], // Machakos
  5: [8, 5], // Lamu
  44: [0, 6], // Migori
  45: [1, 6], // Kisii
  36: [2, 6], // Bomet
  34: [3, 6], // Kajiado
  47: [4, 6], // Nairobi
  17: [5, 6], // Makueni
  3: [7, 6], // Kilifi
  6: [6, 7], // Taita-Taveta
  2: [7, 7], // Kwale
  1: [8, 7], // Mombasa
}

/** How strongly a tile is filled, from 0 for nothing to 4 for the largest quarter of the largest value. */
export const strengthOf = (value: number, most: number): number =>
  value <= 0 || most <= 0 ? 0 : Math.min(4, Math.ceil((value / most) * 4))
