import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {patiently} from '../client/patiently.js';
import {toMessage} from '../client/problem.js';
import {Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {counted} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {pageOf, useLocation} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {nameOf, recordsOf} from './abilities.js';
import {RecordDialog} from './record-dialog.js';
import {RecordRow} from './record-row.js';
import {SecretDialog} from './secret-dialog.js';

/** @typedef {import('./resources.js').Resource} Resource */
/** @typedef {import('../schema/document.js').OpenApi} OpenApi */

/**
 * The records of a list, with what the service can do with them.
 * @typedef {object} RecordsProps
 * @property {Resource} resource
 * @property {OpenApi} document
 * @property {import('./abilities.js').Abilities} abilities
 * @property {boolean} isAdding
 * @property {(isAdding: boolean) => void} onAdding
 * @property {'h2' | 'h3'} [heading] Of a record.
 */

/** @param {RecordsProps} props */
export function Records({resource, document, abilities, isAdding, onAdding, heading}) {
	const {user} = useApp();
	const isAdmin = user.get()?.role === 'admin';
	const page = pageOf(useLocation().query);
	const isPaged = hasPages(document, resource.path);
	/** @type {import('../state/use-data.js').Data<Record<string, any>>} */
	const list = useData(`${resource.path.slice(1)}${isPaged ? toQuery({page, limit: 50}) : ''}`, {isKept: true});
	const [edited, setEdited] = useState(/** @type {Record<string, any> | null} */ (null));
	const [changes, setChanges] = useState(/** @type {Record<string, any>} */ ({}));
	const [copied, setCopied] = useState(/** @type {Record<string, any> | null} */ (null));
	const [secret, setSecret] = useState(/** @type {string | null} */ (null));
	const close = () => {
		onAdding(false);
		setEdited(null);
		setChanges({});
		setCopied(null);
	};
	const edit = (/** @type {Record<string, any>} */ record) => (/** @type {Record<string, any>} */ proposed) => {
		setChanges(proposed ?? {});
		setEdited(record);
	};
	const shared = {resource, document, abilities, onChanged: list.reload, onSecret: setSecret};
	return html`<${Loaded} from=${list}>${(/** @type {Record<string, any>} */ reply) => {
		const records = recordsOf(reply);
		const nothing = html`<${Empty} icon=${resource.icon ?? 'settings'} title="Nothing here yet"><p>${resource.empty}</p><//>`;
		const tested = abilities.canTest && isAdmin ? records.filter(each => each['enabled'] !== false) : [];
		return html`${tested.length > 1 && html`<${TestAll} records=${tested} path=${resource.path.slice(1)} onTested=${list.reload} />`}
			<${Paged} page=${page} pages=${reply['pagination']?.totalPages ?? 1} count=${records.length} empty=${nothing}>
			<ul class="rows">${records.map(
				each =>
					html`<${RecordRow} key=${each['id']} record=${each} isAdmin=${isAdmin} heading=${heading} onEdit=${edit(each)} onCopy=${() => setCopied(each)} ...${shared} />`,
			)}</ul><//>`;
	}}<//>
	${(isAdding || edited || copied) && html`<${RecordDialog} key=${edited?.['id'] ?? ''} record=${edited} changes=${changes} copied=${copied} onClose=${close} ...${shared} />`}
	${secret && html`<${SecretDialog} secret=${secret} onClose=${() => setSecret(null)} />`}`;
}

/**
 * Tests what is enabled, one after another.
 * @param {{records: Record<string, any>[], path: string, onTested: () => void}} props
 */
function TestAll({records, path, onTested}) {
	const {client, notify} = useApp();
	const test = async () => {
		/** @type {string[]} */
		const faults = [];
		for (const record of records) {
			const one = () => client.post(`${path}/${record['id']}/test`);
			await patiently(one).catch(error => void faults.push(`${nameOf(record)}: ${toMessage(error)}`));
		}
		notify(faults.length === 0 ? `All ${records.length} work.` : `${counted(faults.length, 'test')} failed. ${faults.join(' ')}`, {
			isError: faults.length > 0,
		});
		onTested();
	};
	return html`<p class="filters"><${Button} icon="bolt" label="Test all" onClick=${test} /></p>`;
}

/** @param {OpenApi} document @param {string} path */
function hasPages({paths}, path) {
	const parameters = /** @type {{name: string}[]} */ (/** @type {any} */ (paths[path]?.['get'])?.parameters ?? []);
	return parameters.some(({name}) => name === 'page');
}
