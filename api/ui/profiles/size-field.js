import {FormField} from '../forms/form-field.js';
import {html} from '../parts/html.js';
import {size} from '../parts/text.js';
import {hintOf} from '../schema/hint.js';

const bytesPerMb = 1024 ** 2;
const lengths = [60, 90];

/** How large a file of so many MB per minute is. @param {number} mbPerMinute */
export const sizesOf = mbPerMinute =>
	lengths.map(minutes => `${size(mbPerMinute * bytesPerMb * minutes)} in ${minutes} minutes`).join(', ');

/** A size per minute, with what it means for an episode and a film. @param {import('../forms/props.js').FormFieldProps} props */
export function SizeField({schema, value, ...props}) {
	const description = [hintOf(schema.description), typeof value === 'number' && `${sizesOf(value)}.`].filter(Boolean).join(' ');
	return html`<${FormField} ...${props} value=${value} schema=${{...schema, description}} />`;
}
