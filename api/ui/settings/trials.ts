import {useEffect, useState} from 'preact/hooks';
import {SchemaForm} from '../forms/schema-form.ts';
import {html} from '../parts/html.ts';
import {bodyOf, useDocument} from '../schema/document.ts';
import {labelOf} from '../schema/names.ts';
import {useApp} from '../state/app-state.ts';
import type {Setting} from './value.ts';

const solverTest = '/api/captcha-solver/test';

/** Opens an address with the captcha solver. */
export function SolverTrial() {
	const {client, notify} = useApp();
	const {data: document} = useDocument();
	const schema = document && bodyOf(document, 'post', solverTest);
	const test = async (values: Record<string, any>) => {
		const {success, solveTime, challengeDetected, error} = await client.post(solverTest.slice(1), values);
		if (!success) {
			throw new Error(error ?? 'The page did not open.');
		}
		const check = challengeDetected ? 'The browser check was passed' : 'The page opens without a browser check';
		notify(`${check} after ${(solveTime / 1000).toFixed(1)} seconds.`);
	};
	return (
		schema &&
		html`<section class="narrow trial"><h2 class="block-head">Test</h2>
		<${SchemaForm} schema=${schema} document=${document} values=${{useCache: false}} action="Open it" onSubmit=${test} /></section>`
	);
}

type Preview = {faults: {setting: string; message: string}[]} & Record<string, any>;

const namingPreview = '/api/settings/media/naming-preview';
/** Milliseconds without a key stroke until the example follows what is typed. */
const typingMs = 300;

/** What the naming settings make of sample titles, those that are not saved yet too. */
export function NamesPreview({settings, drafts}: {settings: readonly Setting[]; drafts: Readonly<Record<string, unknown>>}) {
	const {client} = useApp();
	const {data: document} = useDocument();
	const [preview, setPreview] = useState<Preview | null>(null);
	const accepted = Object.keys((document && bodyOf(document, 'post', namingPreview))?.properties ?? {});
	const values = Object.fromEntries(settings.map(({key, value}) => [key, drafts[key] ?? value]));
	const asked = JSON.stringify(Object.fromEntries(accepted.map(name => [name, values[`media.${name}`]])));
	useEffect(() => {
		// What cannot be saved has no example: the last one stays.
		const ask = () => client.post(namingPreview.slice(1), JSON.parse(asked)).then(setPreview, () => {});
		const timer = setTimeout(ask, typingMs);
		return () => clearTimeout(timer);
	}, [asked]);
	if (!preview) {
		return null;
	}
	const {faults, ...names} = preview;
	return html`<section class="values"><h2>Names with these settings</h2>
		<ul class="rows">${Object.entries(names).map(
			([name, path]) => html`<li key=${name} class="row"><h3>${labelOf(name)}</h3><p class="sample">${path}</p></li>`,
		)}</ul>
		${faults.length > 0 && html`<ul class="reasons">${faults.map(({setting, message}) => html`<li key=${setting}>${labelOf(setting)}: ${message}</li>`)}</ul>`}
	</section>`;
}
