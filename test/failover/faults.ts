import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, Node } from '../../tools/cluster/cluster.ts'
import type { Machines } from '../../tools/cluster/machines.ts'
import { killHard } from '../chaos/victims.ts'

/** Something that goes wrong, or that an operator does; ends once what was killed or cut off is given back. */
type Fault = { name: string; run: () => Promise<void> }

/** Everything that a cluster must bear, one after the other. */
export function faultsOf(cluster: Cluster, machines: Machines): readonly Fault[] {
  const { nodes } = cluster
  const standby = async (): Promise<Node> => {
    const name = (await cluster.members()).find(({ role }) => role === 'sync_standby')?.name
    const found = nodes.find((node) => node.name === name)
    if (!found) throw new Error('there is no synchronous standby')
    return found
  }
  const cutOff = async (node: Node, ms: number): Promise<void> => {
    machines.cut(node.name)
    await sleep(ms)
    machines.mend(node.name)
  }
  const killServer = async (at: number): Promise<void> => {
    const server = cluster.servers()[at]
    server?.killHard()
    await sleep(5_000)
    server?.revive()
  }
  return [
    {
      name: 'kill -9 of PostgreSQL, the primary',
      run: async () => void killHard((await cluster.primary()).postmaster()),
    },
    {
      name: 'kill -9 of everything on the machine of the primary, back after 20 s',
      run: async () => {
        const { etcd, patroni, postmaster } = await cluster.primary()
        patroni.killHard()
        killHard(postmaster())
        etcd.killHard()
        await sleep(20_000)
        etcd.revive()
        patroni.revive()
      },
    },
    { name: 'kill -9 of a server, with the work of its queue, back after 5 s', run: () => killServer(0) },
    { name: 'kill -9 of the other server, back after 5 s', run: () => killServer(1) },
    {
      name: 'kill -9 of a member of etcd, back after 10 s',
      run: async () => {
        const { etcd } = await cluster.primary()
        etcd.killHard()
        await sleep(10_000)
        etcd.revive()
      },
    },
    { name: 'the machine of the primary cut off for 25 s', run: async () => cutOff(await cluster.primary(), 25_000) },
    {
      name: 'the machine of the synchronous standby cut off for 15 s',
      run: async () => cutOff(await standby(), 15_000),
    },
    {
      name: 'a standby promoted by an operator',
      run: async () => {
        const [{ name: leader, patroniUrl }, { name: candidate }] = [await cluster.primary(), await standby()]
        const body = JSON.stringify({ leader, candidate })
        const answer = await fetch(`${patroniUrl}/switchover`, { method: 'POST', body })
        if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
      },
    },
  ]
}
