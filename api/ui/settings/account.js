import {useState} from 'preact/hooks';
import {SchemaForm} from '../forms/schema-form.js';
import {Loaded, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {abilitiesOf} from '../records/abilities.js';
import {Records} from '../records/records.js';
import {resources} from '../records/resources.js';
import {bodyOf, operationOf, useDocument} from '../schema/document.js';
import {useApp} from '../state/app-state.js';

/** @typedef {import('../schema/document.js').OpenApi} OpenApi */

/** The person's own password and sessions. */
export function View() {
	const {user} = useApp();
	const document = useDocument();
	return html`<${ViewHead} title="Account" count=${user.get()?.username} />
		<${Loaded} from=${document}>${(/** @type {OpenApi} */ api) => html`<${Password} document=${api} /><${Sessions} document=${api} />`}<//>`;
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
