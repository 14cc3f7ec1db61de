import {useState} from 'preact/hooks';
import {SchemaForm} from '../forms/schema-form.ts';
import {Loaded, ViewHead} from '../parts/blocks.ts';
import {SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {abilitiesOf} from '../records/abilities.ts';
import {Records} from '../records/records.ts';
import {resources} from '../records/resources.ts';
import {bodyOf, type OpenApi, operationOf, useDocument} from '../schema/document.ts';
import {useApp} from '../state/app-state.ts';
import {choicesOfFormats, type Format, formatOf, setFormat} from '../state/formats.ts';
import {setTheme, storedTheme, type Theme, themeChoices} from '../state/theme.ts';

/** The person's own password and sessions. */
export function View() {
	const {user} = useApp();
	const document = useDocument();
	return html`<${ViewHead} title="Account" count=${user.get()?.username} />
		<${Appearance} />
		<${Loaded} from=${document}>${(api: OpenApi) => html`<${Password} document=${api} /><${Sessions} document=${api} />`}<//>`;
}

const names = {dates: 'Dates', clock: 'Clock', weekStart: 'First day of the week', states: 'State colors'};

/** How this browser shows the page. */
function Appearance() {
	const [theme, setShown] = useState(storedTheme);
	const change = (next: Theme) => {
		setTheme(next);
		setShown(next);
	};
	const choose = (name: Format) => (value: string) => {
		setFormat(name, value);
		location.reload();
	};
	return html`<section class="narrow"><h2 class="block-head">This browser</h2><div class="form">
		<${SelectField} label="Colors" value=${theme} onChange=${change} choices=${themeChoices} />
		${(Object.keys(names) as Format[]).map(
			name =>
				html`<${SelectField} key=${name} label=${names[name]} value=${formatOf(name)} onChange=${choose(name)} choices=${choicesOfFormats[name]} />`,
		)}</div></section>`;
}

function Password({document}: {document: OpenApi}) {
	const {client, notify} = useApp();
	const [version, setVersion] = useState(0);
	const schema = bodyOf(document, 'put', '/api/auth/password');
	const change = async (values: Record<string, any>) => {
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

function Sessions({document}: {document: OpenApi}) {
	const resource = resources['sessions'];
	return (
		resource &&
		operationOf(document, 'get', resource.path) &&
		html`<section class="block"><h2 class="block-head">Sessions</h2>
			<${Records} resource=${resource} document=${document} abilities=${abilitiesOf(document, resource.path)} isAdding=${false} onAdding=${() => {}} heading="h3" /></section>`
	);
}
