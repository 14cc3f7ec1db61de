import {FormField} from '../forms/form-field.ts';
import type {FormFieldProps} from '../forms/props.ts';
import {html} from '../parts/html.ts';
import {size} from '../parts/text.ts';
import {hintOf} from '../schema/hint.ts';

const bytesPerMb = 1024 ** 2;
const lengths = [60, 90];

/** How large a file of so many MB per minute is. */
export const sizesOf = (mbPerMinute: number) =>
	lengths.map(minutes => `${size(mbPerMinute * bytesPerMb * minutes)} in ${minutes} minutes`).join(', ');

/** A size per minute, with what it means for an episode and a film. */
export function SizeField({schema, value, ...props}: FormFieldProps) {
	const description = [hintOf(schema.description), typeof value === 'number' && `${sizesOf(value)}.`].filter(Boolean).join(' ');
	return html`<${FormField} ...${props} value=${value} schema=${{...schema, description}} />`;
}
