import {Waiting} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {bodyOf, useDocument} from '../schema/document.ts';
import {PickManyField} from './picked-fields.ts';

const grab = '/api/download/grab';

/** Languages of a release or file, chosen by name. */
export function LanguagesField({value, onChange}: {value: readonly string[]; onChange: (languages: string[]) => void}) {
	const {data: document} = useDocument();
	const schema = document && bodyOf(document, 'post', grab)?.properties?.['languages'];
	return schema
		? html`<${PickManyField} name="languages" label="Languages" schema=${schema} value=${value} onChange=${onChange} isNullable=${false} isRequired=${false} />`
		: html`<${Waiting} rows=${1} />`;
}
