/**
 * Passwords that guessers try first, without blanks and signs, in lower case. Only those of eight and more characters: shorter
 * ones are refused for their length. Source: the well-known lists of leaked passwords, and words of this product.
 */
export const oftenUsed: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 123123123 987654321 0987654321 11111111 00000000 88888888 12341234 11223344 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5y6 qwertyui qwertyuiop qwerty123 qwerty1234 qwerty12345 qwertyuiop123
  asdfghjkl asdfghjk zxcvbnm123 zaq12wsx password password1 password12 password123 password1234 password12345 password123456
  password123456789 passw0rd p@ssword p@ssw0rd p@ssw0rd123 pa55word pa$$word mypassword newpassword letmein1 letmein123
  letmeinplease welcome1 welcome123 welcome1234 welcome2024 welcome2025 welcome2026 changeme changeme1 changeme123
  changeme123456 iloveyou iloveyou1 iloveyou123 iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball
  basketball superman superman1 batman123 michael1 jennifer jordan23 liverpool liverpool1 liverpoolfc arsenal1 arsenalfc
  manchester manchesterunited chelsea1 chelseafc trustno1 starwars whatever computer computer1 internet admin123 admin1234
  admin12345 administrator administrator1 root1234 rootroot test1234 testtest testing123 demo1234 secret123 topsecret abcd1234
  abc12345 abc123456 abcdefgh abcdefghi a1b2c3d4 aa123456 aaaaaaaa master123 dragon123 monkey123 shadow123 hello123 hello1234
  helloworld godisgood godisgood1 godisgreat godislove jesus123 jesuschrist jesusislord jesusloves bismillah blessed1
  blessing blessing1 happy123 family123 mother123 forever1 friends1 freedom1 nothing1 security security1 samsung1 samsung123
  safaricom safaricom1 safaricom123 safaricom254 mpesa123 mpesa1234 mpesampesa nairobi1 nairobi123 nairobi254 nairobikenya
  kenya123 kenya1234 kenya254 kenya2024 kenya2025 kenya2026 kenyakenya harambee harambee1 hakunamatata mombasa123 kisumu123
  kiambu123 kahawa123 kahawa1234 kahawakahawa coffee123 coffee1234 coffeecoffee coffee2025 coffee2026 kenyacoffee
  correcthorsebatterystaple thequickbrownfox passwordpassword passwordpassword1 qwertyuiopasdfgh qwertyuiopasdfghjkl
  123456789012345 1234567890123456 12345678901234567890 111111111111111 000000000000000 abcdefghijklmno abcdefghijklmnop
  letmeinletmeinletmein iloveyouiloveyou`.split(/\s+/),
)
