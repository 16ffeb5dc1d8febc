import { Client, type ClientConfig, type Connection } from 'pg'

// PostgreSQL's own protocol for copies of a whole server, which pg_basebackup and pg_receivewal speak too: those programs are
// not part of the embedded PostgreSQL, the server's side of them is.

/** How to reach the server; the user must be allowed to replicate. */
export type ServerAddress = { host: string; port: number; user: string }

/** What a command of this protocol answers: rows first, then messages until it is over. */
export type Copying = {
  messages: AsyncGenerator<Buffer>
  /** The rows so far; the last come once the messages have ended. */
  rows: string[][]
  send: (message: Buffer) => void
}

const mostWaiting = 8 * 1024 * 1024

/** A connection on which only commands of replication are spoken. */
export const connectReplication = (server: ServerAddress): Promise<Client> =>
  connect(server, { replication: 'true' } as ClientConfig) // border: the types do not know `replication`

/** A connection for statements beside it. */
export const connectWatch = (server: ServerAddress): Promise<Client> => connect(server, {})

async function connect({ host, port, user }: ServerAddress, more: ClientConfig): Promise<Client> {
  const client = new Client({ host, port, user, database: 'kahawa', application_name: 'kahawa backup', ...more })
  client.on('error', () => {}) // whoever waits for an answer hears of it
  await client.connect()
  return client
}

/** Runs a command that answers with copied data. The server is slowed down while nobody takes its messages. */
export function copy(client: Client, command: string): Copying {
  const waiting: Buffer[] = []
  const rows: string[][] = []
  let [bytes, isOver] = [0, false]
  let failure: Error | undefined
  let wake = (): void => {}
  let connection: Connection | undefined
  const over = (error?: Error): void => {
    isOver = true
    failure ??= error
    wake()
  }
  const nothing = (): void => {}
  client.query({
    submit: (made: Connection) => {
      connection = made
      made.query(command)
    },
    handleDataRow: ({ fields }: { fields: string[] }) => rows.push(fields),
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      waiting.push(Buffer.from(chunk)) // the driver's own buffer is written over
      bytes += chunk.length
      if (bytes > mostWaiting) connection?.stream.pause()
      wake()
    },
    handleError: over,
    handleReadyForQuery: () => over(),
    handleRowDescription: nothing,
    handleCommandComplete: nothing,
    handleCopyInResponse: nothing,
    handlePortalSuspended: nothing,
    handleEmptyQuery: nothing,
  })
  async function* messages(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = waiting.shift()
      if (next) {
        bytes -= next.length
        if (bytes < mostWaiting / 2) connection?.stream.resume()
        yield next
        continue
      }
      if (failure) throw failure
      if (isOver) return
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  return {
    messages: messages(),
    rows,
    // The types of the driver do not know its way to answer into a copy.
    send: (message) =>
      (connection as (Connection & { sendCopyFromChunk: (chunk: Buffer) => void }) | undefined)?.sendCopyFromChunk(
        message,
      ),
  }
}

/** Who the server is: its number, which a copy keeps, and its timeline, which a restored one leaves. */
export async function identify(client: Client): Promise<{ database: string; timeline: number }> {
  const { rows } = await client.query<{ systemid: string; timeline: number | string }>('IDENTIFY_SYSTEM')
  return { database: rows[0]?.systemid ?? '', timeline: Number(rows[0]?.timeline) }
}

/** How large a segment of the log is, which the server was made with. */
export async function segmentBytesOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ wal_segment_size: string }>('SHOW wal_segment_size')
  return Number.parseInt(rows[0]?.wal_segment_size ?? '', 10) * 1024 * 1024
}

/** A place in the write-ahead log as PostgreSQL writes it, 0/16B3748. */
export const lsnOf = (place: bigint): string =>
  `${(place >> 32n).toString(16).toUpperCase()}/${(place & 0xffff_ffffn).toString(16).toUpperCase()}`

export function placeOf(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The name of a segment of the log: timeline, and its number in two parts. */
export function segmentName(timeline: number, segment: bigint, segmentBytes: bigint): string {
  const perHigh = 0x1_0000_0000n / segmentBytes
  const hex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(BigInt(timeline)) + hex(segment / perHigh) + hex(segment % perHigh)
}

/** The number of a segment by its name. */
export function segmentOf(name: string, segmentBytes: bigint): bigint {
  const perHigh = 0x1_0000_0000n / segmentBytes
  return BigInt(`0x${name.slice(8, 16)}`) * perHigh + BigInt(`0x${name.slice(16, 24)}`)
}
