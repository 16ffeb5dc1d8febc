import { recordsOfFile } from './dispatchRecordView.ts'
import { writtenFileView } from './writtenFileView.tsx'

/** Dispatch files, from the mill to the warehouse: once a file is sent, its rows are records. */
export const dispatchFileView = {
  ...writtenFileView,
  rowsSource: (id: string) => recordsOfFile(id),
  Rows: async () => (await import('./DispatchFileScreen.tsx')).DispatchFileScreen,
}
