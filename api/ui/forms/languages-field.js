import {Waiting} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {bodyOf, useDocument} from '../schema/document.js';
import {PickManyField} from './picked-fields.js';

const grab = '/api/download/grab';

/** Languages of a release or file, chosen by name. @param {{value: readonly string[], onChange: (languages: string[]) => void}} props */
export function LanguagesField({value, onChange}) {
	const {data: document} = useDocument();
	const schema = document && bodyOf(document, 'post', grab)?.properties?.['languages'];
	return schema
		? html`<${PickManyField} name="languages" label="Languages" schema=${schema} value=${value} onChange=${onChange} isNullable=${false} isRequired=${false} />`
		: html`<${Waiting} rows=${1} />`;
}
