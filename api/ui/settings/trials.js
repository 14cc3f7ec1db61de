import {useEffect, useState} from 'preact/hooks';
import {SchemaForm} from '../forms/schema-form.js';
import {html} from '../parts/html.js';
import {bodyOf, useDocument} from '../schema/document.js';
import {labelOf} from '../schema/names.js';
import {useApp} from '../state/app-state.js';

const solverTest = '/api/captcha-solver/test';

/** Opens an address with the captcha solver. */
export function SolverTrial() {
	const {client, notify} = useApp();
	const {data: document} = useDocument();
	const schema = document && bodyOf(document, 'post', solverTest);
	const test = async (/** @type {Record<string, any>} */ values) => {
		const {success, solveTime, message, error} = await client.post(solverTest.slice(1), values);
		if (!success) {
			throw new Error(error ?? message);
		}
		notify(message ?? `The page is open after ${(solveTime / 1000).toFixed(1)} seconds.`);
	};
	return (
		schema &&
		html`<section class="narrow trial"><h2 class="block-head">Test</h2>
		<${SchemaForm} schema=${schema} document=${document} values=${{useCache: false}} action="Open it" onSubmit=${test} /></section>`
	);
}

/** What the formats make of sample titles. @param {{settings: readonly import('./value.js').Setting[]}} props */
export function NamesPreview({settings}) {
	const {client} = useApp();
	const [shown, setShown] = useState(/** @type {readonly [string, any][]} */ ([]));
	const formats = JSON.stringify(settings.filter(({key}) => /Format$/.test(key)).map(({value}) => value));
	useEffect(() => {
		client.post('api/settings/media/naming-preview', {}).then(
			preview => setShown(Object.entries(preview)),
			() => setShown([]),
		);
	}, [formats]);
	return (
		shown.length > 0 &&
		html`<section class="values trial"><h2>Names with these formats</h2>
		<dl class="names">${shown.map(([name, text]) => html`<dt key=${name}>${labelOf(name)}</dt><dd>${text}</dd>`)}</dl></section>`
	);
}
