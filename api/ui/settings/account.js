import {useState} from 'preact/hooks';
import {SchemaForm} from '../forms/schema-form.js';
import {Loaded, ViewHead} from '../parts/blocks.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {abilitiesOf} from '../records/abilities.js';
import {Records} from '../records/records.js';
import {resources} from '../records/resources.js';
import {bodyOf, operationOf, useDocument} from '../schema/document.js';
import {useApp} from '../state/app-state.js';
import {choicesOfFormats, formatOf, setFormat} from '../state/formats.js';
import {setTheme, storedTheme, themeChoices} from '../state/theme.js';

/** @typedef {import('../schema/document.js').OpenApi} OpenApi */

/** The person's own password and sessions. */
export function View() {
	const {user} = useApp();
	const document = useDocument();
	return html`<${ViewHead} title="Account" count=${user.get()?.username} />
		<${Appearance} />
		<${Loaded} from=${document}>${(/** @type {OpenApi} */ api) => html`<${Password} document=${api} /><${Sessions} document=${api} />`}<//>`;
}

const names = {dates: 'Dates', clock: 'Clock', weekStart: 'First day of the week', states: 'State colors'};

/** How this browser shows the page. */
function Appearance() {
	const [theme, setShown] = useState(storedTheme);
	const change = (/** @type {import('../state/theme.js').Theme} */ next) => {
		setTheme(next);
		setShown(next);
	};
	const choose = (/** @type {import('../state/formats.js').Format} */ name) => (/** @type {string} */ value) => {
		setFormat(name, value);
		location.reload();
	};
	return html`<section class="narrow"><h2 class="block-head">This browser</h2><div class="form">
		<${SelectField} label="Colors" value=${theme} onChange=${change} choices=${themeChoices} />
		${
			/** @type {import('../state/formats.js').Format[]} */ (Object.keys(names)).map(
				name =>
					html`<${SelectField} key=${name} label=${names[name]} value=${formatOf(name)} onChange=${choose(name)} choices=${choicesOfFormats[name]} />`,
			)
		}</div></section>`;
}

/** @param {{document: OpenApi}} props */
function Password({document}) {
	const {client, notify} = useApp();
	const [version, setVersion] = useState(0);
	const schema = bodyOf(document, 'put', '/api/auth/password');
	const change = async (/** @type {Record<string, any>} */ values) => {
		await client.put('api/auth/password', values);
		notify('The password was changed.');
		setVersion(version + 1);
	};
	return (
		schema &&
		html`<section class="narrow"><h2 class="block-head">Password</h2>
		<${SchemaForm} key=${version} schema=${schema} document=${document} values=${{}} action="Change the password" onSubmit=${change} /></section>`
	);
}

/** @param {{document: OpenApi}} props */
function Sessions({document}) {
	const resource = resources['sessions'];
	return (
		resource &&
		operationOf(document, 'get', resource.path) &&
		html`<section class="block"><h2 class="block-head">Sessions</h2>
			<${Records} resource=${resource} document=${document} abilities=${abilitiesOf(document, resource.path)} isAdding=${false} onAdding=${() => {}} heading="h3" /></section>`
	);
}
