import { z } from 'zod'
import { actionAnswer, endpoint, Id, idParam, plainAnswer } from '#contract/kit/endpoint.ts'

/** A saved view: the query of a list under a name, for oneself or shared in the organisation. */
export const SavedView = z.object({
  id: Id,
  list: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  own: z.boolean(),
})
export type SavedView = z.output<typeof SavedView>

export const views = {
  list: endpoint({
    method: 'GET',
    path: '/views',
    allow: 'signed-in',
    summary: 'Own and shared saved views of a list',
    query: z.object({ list: z.string().max(60) }),
    answer: z.array(SavedView),
  }),
  save: endpoint({
    method: 'POST',
    path: '/views',
    allow: 'signed-in',
    summary: 'Save a view',
    body: z.object({
      list: z.string().max(60),
      name: z.string().trim().min(1).max(60),
      query: z.string().max(1000),
      shared: z.boolean(),
    }),
    answer: actionAnswer(SavedView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/views/:id',
    allow: 'signed-in',
    summary: 'Delete an own view',
    params: idParam,
    answer: plainAnswer,
    errors: ['record.not_found'],
  }),
}
