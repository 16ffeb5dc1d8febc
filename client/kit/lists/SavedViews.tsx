import { ActionIcon, Button, Checkbox, Popover, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListScreen } from '#contract/kit/listScreen.ts'
import { views, type SavedView } from '#contract/house/views.ts'
import { searchOfView, viewOf } from './listState.ts'
import { useAct, useCall } from '../queries.ts'
import type { ListState } from './useListState.ts'
import { useWords } from '../words.ts'

type SavedViewsProps = { list: ListScreen; state: ListState }

/** Questions to a list that are kept under a name: one's own, and those shared in the organisation. */
export function SavedViews({ list, state }: SavedViewsProps) {
  const words = useWords().lists
  const [opened, setOpened] = useState(false)
  return (
    <Popover position="bottom-end" shadow="lg" width={290} trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Tooltip label={words.views}>
          <ActionIcon variant="default" size={36} aria-label={words.views} onClick={() => setOpened((now) => !now)}>
            <IconBookmark size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className="filters" aria-label={words.views}>
        <Views list={list} state={state} close={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Views({ list, state, close }: SavedViewsProps & { close: () => void }) {
  const words = useWords().lists
  const known = useCall(views.list, { query: { list: list.name } }).data ?? []
  const remove = useAct(views.remove, { quiet: true })
  const groups = [
    { title: words.viewsOwn, views: known.filter((view) => view.own) },
    { title: words.viewsShared, views: known.filter((view) => !view.own) },
  ]
  const show = ({ query }: SavedView) => {
    state.changeQuery({ search: undefined, sort: undefined, filter: undefined, tab: undefined, ...searchOfView(query) })
    close()
  }
  return (
    <>
      {known.length === 0 && <p className="faint">{words.viewsNone}</p>}
      {groups.map(
        (group) =>
          group.views.length > 0 && (
            <section key={group.title} className="views">
              <h3>{group.title}</h3>
              {group.views.map((view) => (
                <div key={view.id} className="filter-option">
                  <UnstyledButton className="view-btn" onClick={() => show(view)}>
                    {view.name}
                  </UnstyledButton>
                  {view.own && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      aria-label={words.viewRemove(view.name)}
                      onClick={() => remove.mutate({ params: { id: view.id } })}
                    >
                      <IconTrash size={15} aria-hidden />
                    </ActionIcon>
                  )}
                </div>
              ))}
            </section>
          ),
      )}
      <SaveView list={list} state={state} />
    </>
  )
}

function SaveView({ list, state }: SavedViewsProps) {
  const words = useWords().lists
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const save = useAct(views.save, { onDone: () => setName('') })
  return (
    <form
      className="view-save"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { list: list.name, name, query: viewOf(state.search), shared } })
      }}
    >
      <TextInput
        size="xs"
        label={words.viewName}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        size="xs"
        label={words.viewShare}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button type="submit" size="xs" variant="light" loading={save.isPending} disabled={name.trim() === ''}>
        {words.viewSave}
      </Button>
    </form>
  )
}
