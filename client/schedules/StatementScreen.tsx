import { Button, TextInput } from '@mantine/core'
import { IconPrinter, IconSearch, IconUser } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import {
  farmerStatements,
  type FarmerStatement,
  type Membership,
  type SeasonPaid,
} from '#contract/statements/farmerStatements.ts'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { usePaper } from '#client/kit/paper.ts'
import { useAct, useCall } from '#client/kit/queries.ts'
import { may, useUser } from '#client/kit/user.ts'
import { WorkbookButton } from '#client/kit/WorkbookButton.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { PaidAmount } from './PaidAmount.tsx'
import './statements.css'

/** Where the statement of a member is looked for, by national ID. */
export function FindStatementScreen() {
  const words = useWords().statements
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{words.title}</h1>
          <p className="sub">{words.sub}</p>
        </div>
      </header>
      <FindMember />
    </div>
  )
}

/** What a member was paid for cherry, season by season, each payment with all that makes it. */
export function StatementScreen() {
  const words = useWords().statements
  const { organisation } = useUser()
  const { farmerId = '' }: { farmerId?: string } = useParams({ strict: false })
  const params = { organisationId: organisation.id, farmerId }
  const { data, error, refetch } = useCall(farmerStatements.statement, { params })
  const paper = usePaper()
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{data ? words.of(data.member.name) : words.title}</h1>
          <p className="sub">{data ? <Who member={data.member} /> : words.sub}</p>
        </div>
        {data && (
          <div className="page-actions">
            <WorkbookButton label={words.workbook} save={() => download(farmerStatements.workbook, { params })} />
            <Button
              variant="default"
              loading={paper.busy}
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => void paper.print(farmerStatements.paper, params)}
            >
              {words.paper}
            </Button>
            <Button
              variant="default"
              leftSection={<IconUser size={16} aria-hidden />}
              renderRoot={(rest) => <Link {...rest} to="/farmers/farmer/$id" params={{ id: data.member.id }} />}
            >
              {words.farmer}
            </Button>
          </div>
        )}
      </header>
      <FindMember />
      {error && !data ? (
        <NotLoaded refused={error} onReload={() => void refetch()} />
      ) : data ? (
        <Paid statement={data} />
      ) : (
        <ListSkeleton />
      )}
    </div>
  )
}

const Who = ({ member }: Pick<FarmerStatement, 'member'>) => (
  <>
    <span className="code">{member.memberNumber}</span> · <span className="code">{member.nationalId}</span> ·{' '}
    {member.organisationName}
  </>
)

function Paid({ statement: { seasons, payments } }: { statement: FarmerStatement }) {
  const words = useWords().statements
  if (payments.length === 0) return <p className="faint">{words.none}</p>
  return (
    <>
      <Seasons seasons={seasons} />
      {payments.map((payment) => (
        <PaidAmount key={payment.id} line={payment} />
      ))}
    </>
  )
}

function Seasons({ seasons }: { seasons: readonly SeasonPaid[] }) {
  const words = useWords().statements
  const { money, number, weight } = useFormat()
  const hasBonus = seasons.some(({ bonus }) => bonus > 0)
  const hasDeducted = seasons.some(({ deducted }) => deducted > 0)
  return (
    <div className="card loads statement-seasons">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.season}</th>
            <th scope="col" className="end">
              {words.kilograms}
            </th>
            <th scope="col" className="end wide">
              {words.payments}
            </th>
            <th scope="col" className="end wide">
              {words.total}
            </th>
            {hasBonus && (
              <th scope="col" className="end wide">
                {words.bonus}
              </th>
            )}
            {hasDeducted && (
              <th scope="col" className="end wide">
                {words.deducted}
              </th>
            )}
            <th scope="col" className="end wide">
              {words.recovered}
            </th>
            <th scope="col" className="end">
              {words.paid}
            </th>
            <th scope="col" className="end wide">
              {words.unpaid}
            </th>
          </tr>
        </thead>
        <tbody>
          {seasons.map((season) => (
            <tr key={season.season}>
              <th scope="row">{season.season}</th>
              <td className="num end">{weight(season.kilograms)}</td>
              <td className="num end wide">{number(season.payments)}</td>
              <td className="num end wide">{money(season.total)}</td>
              {hasBonus && <td className="num end wide">{money(season.bonus)}</td>}
              {hasDeducted && <td className="num end wide">{money(season.deducted)}</td>}
              <td className="num end wide">{money(season.recovered)}</td>
              <td className="num end">{money(season.paid)}</td>
              <td className="num end wide">{money(season.unpaid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The search by national ID, for whoever may search so. The ID stands in no address. */
function FindMember() {
  const words = useWords().statements.find
  const translate = useContractWords()
  const user = useUser()
  const navigate = useNavigate()
  const [nationalId, setNationalId] = useState('')
  const [refusal, setRefusal] = useState('')
  const [several, setSeveral] = useState<readonly Membership[]>([])
  const find = useAct(farmerStatements.find, {
    onDone: ({ memberships }) => {
      const [only, ...others] = memberships
      if (only && others.length === 0)
        void navigate({ to: '/farmers/statement/$farmerId', params: { farmerId: only.id } })
      else setSeveral(memberships)
    },
    onRefused: ({ message }) => {
      setRefusal(translate(message))
      return true
    },
  })
  if (!may(user, farmerStatements.find.allow)) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (nationalId.trim() === '') setRefusal(words.empty)
    else find.mutate({ body: { nationalId: nationalId.trim() } })
  }
  return (
    <>
      <form className="statement-find" onSubmit={submit} noValidate>
        <TextInput
          label={words.nationalId}
          value={nationalId}
          error={refusal}
          onChange={(event) => {
            setNationalId(event.currentTarget.value)
            setRefusal('')
            setSeveral([])
          }}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" loading={find.isPending} leftSection={<IconSearch size={16} aria-hidden />}>
          {words.submit}
        </Button>
      </form>
      {several.length > 0 && <Memberships memberships={several} onChoose={() => setSeveral([])} />}
    </>
  )
}

/** Whose statement is meant, of a person who is a member of several societies. */
function Memberships({ memberships, onChoose }: { memberships: readonly Membership[]; onChoose: () => void }) {
  const words = useWords().statements.find
  return (
    <section className="card pad part" role="status">
      <p className="part-head">{words.several(memberships.length)}</p>
      {memberships.map(({ id, name, memberNumber, organisationName }) => (
        <p key={id}>
          <Link
            className="statement-link"
            to="/farmers/statement/$farmerId"
            params={{ farmerId: id }}
            onClick={onChoose}
          >
            {organisationName}
          </Link>{' '}
          · {name} · <span className="code">{memberNumber}</span>
        </p>
      ))}
    </section>
  )
}
