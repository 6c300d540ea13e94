import { useId } from 'react'

interface SliderProps {
  label: string
  value: number
  least: number
  most: number
  step: number
  /** The value in words, shown and spoken. */
  text: string
  disabled?: boolean
  onChange: (value: number) => void
}

/** The platform's own slider with its value in words beside its name. */
export function Slider({ label, value, least, most, step, text, disabled, onChange }: SliderProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-[13px] leading-[18px]">
          {label}
        </label>
        <span aria-hidden="true" className="font-semibold text-[13px] tabular">
          {text}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={text}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
        className="touch-target mt-1 block print:hidden h-6 w-full cursor-pointer accent-primary disabled:cursor-not-allowed"
      />
    </div>
  )
}
