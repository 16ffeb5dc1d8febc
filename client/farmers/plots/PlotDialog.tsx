import { choice, positiveDecimal, text, type Field } from '#contract/kit/field.ts'
import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import { plot } from '#contract/farmers/plots.ts'
import { call } from '#client/kit/call.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useWords } from '#client/kit/words.ts'
import { geometryText } from './writtenPlaces.ts'

const optional = (field: Field): Field => ({ ...field, required: false })

/** Enters a plot of a farmer, as a point or by its corners. */
export function PlotDialog({ farmer, onClose }: { farmer: FarmerPage['farmer']; onClose: () => void }) {
  const words = useWords().farmerPage.plots
  const titles = words.fields
  const state = useRecordForm({
    fields: {
      name: { title: titles.name, ...text(60) },
      shape: { title: titles.shape, ...choice(['Point', 'Polygon']) },
      position: { title: titles.position, ...optional(text(60)) },
      // Lines are what counts here, so the text is not made one line.
      corners: { title: titles.corners, required: false, rule: words.cornersHint, read: (value) => value },
      areaHa: { title: titles.areaHa, ...optional(positiveDecimal({ max: 5_000, places: 4 })) },
      source: { title: titles.source, ...optional(text(60)) },
      capturedAt: { title: titles.capturedAt, ...optional(text(10)) },
      accuracyM: { title: titles.accuracyM, ...optional(positiveDecimal({ max: 10_000, places: 2 })) },
    },
    initial: { shape: 'Point' },
    check: ({ shape, position, corners, areaHa }) => {
      const isPoint = shape === 'Point'
      const isRight = geometryText(shape, isPoint ? position : corners) !== null
      return {
        ...(isRight ? {} : { [isPoint ? 'position' : 'corners']: words.wrongPosition }),
        ...(isPoint && !areaHa ? { areaHa: words.areaNeeded } : {}),
      }
    },
  })
  const isPoint = useFormValue(state, 'shape') === 'Point'
  return (
    <RecordDialog
      title={words.title(farmer.fullName)}
      size={680}
      state={state}
      lead={<p className="sub">{words.lead}</p>}
      groups={[
        { names: ['name', 'shape', ...(isPoint ? (['position', 'areaHa'] as const) : (['corners'] as const))] },
        { names: ['source', 'capturedAt', 'accuracyM'] },
      ]}
      controls={{
        shape: {
          options: [
            { value: 'Point', label: words.kinds.point },
            { value: 'Polygon', label: words.kinds.outline },
          ],
        },
        position: { hint: words.positionHint, required: true },
        corners: { as: 'textarea', hint: words.cornersHint, wide: true, required: true },
        areaHa: { unit: 'ha', required: true },
        capturedAt: { as: 'date' },
        accuracyM: { unit: 'm' },
      }}
      wireNames={{ geometry: isPoint ? 'position' : 'corners' }}
      submitLabel={words.send}
      send={({ name, shape, position, corners, areaHa, source, capturedAt, accuracyM }, key) =>
        call(plot.calls.create, {
          params: { id: farmer.id },
          body: {
            name,
            geometry: geometryText(shape, shape === 'Point' ? position : corners) ?? '',
            ...(shape === 'Point' && areaHa ? { areaHa: Number(areaHa) } : {}),
            ...(source ? { source } : {}),
            ...(capturedAt ? { capturedAt } : {}),
            ...(accuracyM ? { accuracyM: Number(accuracyM) } : {}),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
    />
  )
}
