export const dispatch = {
  sub: 'Clean coffee that a mill sends to a warehouse for a sale. The warehouse weighs it again and approves it.',
  template: 'Dispatch Template',
  upload: 'Upload Dispatch File',
  lots: 'Lots',
  rows: 'Rows of the file',
  all: 'All dispatch files',
  none: 'No dispatch files yet. Upload what the mill sends to a warehouse.',
  recordsTitle: 'Dispatch records',
  recordsSub: 'One grade of an outturn, or a split of it, as the mill sent it and as the warehouse weighed it.',
  noRecords: 'No dispatch records yet.',
}
