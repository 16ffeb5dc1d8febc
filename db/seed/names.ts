const list = (names: string): string[] => names.split(' ')

/** Given and family names as people in the coffee counties of central Kenya bear them; every person made from them is invented. */
export const womensNames = list(
  'Wanjiku Wambui Nyambura Wangari Wanjiru Njeri Muthoni Wairimu Waithira Nyokabi Wangui Wacera Gathoni Mumbi ' +
    'Nyawira Warigia Mukami Wanja Wangechi Micere',
)
export const mensNames = list(
  'Kamau Mwangi Njoroge Kariuki Maina Karanja Gitau Macharia Muriithi Kimani Waweru Githinji Ndegwa Wachira Mugo ' +
    'Gachanja Kinyua Murage Njogu Gichuki',
)
export const baptismalWomen = list(
  'Grace Mary Jane Esther Ruth Lucy Agnes Teresia Faith Mercy Beatrice Joyce Catherine Margaret Alice Purity Hannah ' +
    'Eunice Peris Lydia',
)
export const baptismalMen = list(
  'John Peter Joseph James Samuel David Stephen Paul Daniel Francis Simon Charles Patrick Anthony Moses Elijah ' +
    'Isaac Geoffrey Julius Bernard',
)
export const familyNames = [
  ...mensNames,
  ...list("Mung'ara Ng'ang'a Kang'ethe Kabiru Thuku Irungu Ngunjiri Gathogo Munene Wahome Gakuru Theuri"),
]
export const villages = list(
  'Gathukiini Kiamwathi Karuthi Ihuririo Kagere Gitundu Thunguri Kianjogu Rukenya Gatura Kiangai Mutonga Kirimara ' +
    'Githiru Ndunduini Kagumo-ini Gachika Mukui Iganjo Karundu',
)
export const estates = list('Ruarai Kiriga Mbaraini Thangathi Gikirima Muthangari Kahuru Ndiara Weru Rwamuthambi')
