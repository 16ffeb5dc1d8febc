/** Read before each file of tests: none begins by a clock that the file before has left, in a worker that keeps its modules. */
import { setClock } from '#server/kit/clock.ts'

setClock(null)
