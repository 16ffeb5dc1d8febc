import { dashboard } from '#contract/dashboard/dashboard.ts'
import { seesLoans } from '#contract/loans/loanRequests.ts'
import { nameOf, qualityOf, readFigures } from '#server/dataQuality/dataQuality.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { serve, type Route } from '#server/kit/web/serve.ts'
import { seasonsOf, weeksOf } from './kilograms.ts'
import { exceptionsIn, lentIn } from './lent.ts'
import { sideBySide } from './sideBySide.ts'
import { turnsIn, waitingIn } from './waiting.ts'

export const dashboardRoutes = (kinds: readonly RecordKind[]): Route[] =>
  serve(dashboard, {
    read: async ({ tx, organisation, query }) => {
      const figures = await readFigures(tx, organisation)
      const { asOf, score, checked, findings } = qualityOf(figures)
      const season = query.season ?? currentSeason()
      return {
        organisation: nameOf(organisation),
        societies: figures.societies,
        asOf,
        farmers: { count: figures.farmers, active: figures.active, verified: figures.verified },
        season,
        today: businessDate(),
        weeks: await weeksOf(tx, organisation, season),
        seasons: await seasonsOf(tx, organisation),
        waiting: await waitingIn(tx, organisation, kinds),
        quality: { score, checked, findings },
      }
    },
    turns: ({ tx, actor, organisation }) => turnsIn(tx, { actor, organisation }, kinds),
    lent: ({ tx, organisation }) => lentIn(tx, organisation),
    sideBySide: ({ tx, actor, organisation }) => sideBySide(tx, { organisation, seesMoney: seesLoans(actor) }),
    exceptions: ({ tx, organisation }) => exceptionsIn(tx, organisation),
  })
