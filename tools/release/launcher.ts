import { serverEnvironment, serverOptions } from '../serving.mjs'

/** Scripts of package.json that somebody needs where Kahawa is installed; those that are not there yet are left out. */
const commands = [
  'admin:create',
  'audit:verify',
  'backup',
  'balance:check',
  'discard-sample',
  'health',
  'ledger:check',
  'migrate',
  'restore',
  'upgrade',
]

/** The program files behind the commands, by their names. */
function installedCommands(scripts: Readonly<Record<string, string>>): Map<string, string> {
  const found = commands.flatMap((name) => {
    const file = /^node (\S+\.ts)$/.exec(scripts[name] ?? '')?.[1]
    return file ? ([[name, file]] as const) : []
  })
  return new Map([['start', 'tools/serve.ts'], ...found])
}

/** `bin/kahawa`: the program or one of its commands, by the Node that comes with it, in this very process. */
export function launcher(scripts: Readonly<Record<string, string>>): string {
  const files = installedCommands(scripts)
  const cases = [...files].map(([name, file]) => `  ${name}) script=${file} ;;`)
  const variables = Object.entries(serverEnvironment).map(([name, value]) => `${name}="\${${name}:-${value}}"`)
  return `#!/bin/sh
# kahawa [${[...files.keys()].join(' | ')}]
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
case "\${1:-start}" in
${cases.join('\n')}
  *) echo "kahawa: there is no command $1, but: ${[...files.keys()].join(', ')}." >&2; exit 64 ;;
esac
[ "\${1:-start}" != start ] || options='${serverOptions.join(' ')}'
[ $# -eq 0 ] || shift
export KAHAWA_LAUNCHER="$home/bin/kahawa" ${variables.join(' ')}
exec "$home/node_modules/node-${process.platform}-${process.arch}/bin/node" \${options:-} "$home/$script" "$@"
`
}
