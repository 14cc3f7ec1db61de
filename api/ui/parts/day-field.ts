import {useRef} from 'preact/hooks';
import {Button} from './button.ts';
import {type FieldEvent, html} from './html.ts';
import {day} from './text.ts';

/** A day, written as this browser's settings say: the browser's own field knows only the order of its language. */
export function DayField({
	label,
	value,
	isBare = false,
	onChange,
}: {
	label: string;
	value: string;
	isBare?: boolean;
	onChange: (value: string) => void;
}) {
	const input = useRef<HTMLInputElement | null>(null);
	const isKnown = !Number.isNaN(Date.parse(value));
	const open = () => {
		try {
			input.current?.showPicker();
		} catch {
			// Browsers without one have at least the field.
			input.current?.focus();
		}
	};
	return html`<span class="day-field"><${Button} icon="calendar" bare=${isBare} label=${isKnown ? day(value) : label} onClick=${open} />
		<input ref=${input} type="date" class="hidden" tabindex="-1" aria-label=${label} value=${value} onChange=${({currentTarget}: FieldEvent) => onChange(currentTarget.value)} />
		${isKnown && html`<${Button} bare icon="close" label=${label} onClick=${() => onChange('')} />`}</span>`;
}
