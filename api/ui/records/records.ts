import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {patiently} from '../client/patiently.ts';
import {toMessage} from '../client/problem.ts';
import {Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {counted} from '../parts/text.ts';
import type {OpenApi} from '../schema/document.ts';
import {useApp} from '../state/app-state.ts';
import {pageOf, useLocation} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {type Abilities, nameOf, recordsOf} from './abilities.ts';
import {RecordDialog} from './record-dialog.ts';
import {RecordRow} from './record-row.ts';
import type {Resource} from './resources.ts';
import {SecretDialog} from './secret-dialog.ts';

/** The records of a list, with what the service can do with them. */
interface RecordsProps {
	resource: Resource;
	document: OpenApi;
	abilities: Abilities;
	isAdding: boolean;
	onAdding: (isAdding: boolean) => void;
	/** Of a record. */
	heading?: 'h2' | 'h3';
}

export function Records({resource, document, abilities, isAdding, onAdding, heading}: RecordsProps) {
	const {user} = useApp();
	const isAdmin = user.get()?.role === 'admin';
	const page = pageOf(useLocation().query);
	const isPaged = hasPages(document, resource.path);
	const list: Data<Record<string, any>> = useData(`${resource.path.slice(1)}${isPaged ? toQuery({page, limit: 50}) : ''}`, {isKept: true});
	const [edited, setEdited] = useState<Record<string, any> | null>(null);
	const [changes, setChanges] = useState<Record<string, any>>({});
	const [copied, setCopied] = useState<Record<string, any> | null>(null);
	const [secret, setSecret] = useState<string | null>(null);
	const close = () => {
		onAdding(false);
		setEdited(null);
		setChanges({});
		setCopied(null);
	};
	const edit = (record: Record<string, any>) => (proposed: Record<string, any>) => {
		setChanges(proposed ?? {});
		setEdited(record);
	};
	const shared = {resource, document, abilities, onChanged: list.reload, onSecret: setSecret};
	return html`<${Loaded} from=${list}>${(reply: Record<string, any>) => {
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

/** Tests what is enabled, one after another. */
function TestAll({records, path, onTested}: {records: Record<string, any>[]; path: string; onTested: () => void}) {
	const {client, notify} = useApp();
	const test = async () => {
		const faults: string[] = [];
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

function hasPages({paths}: OpenApi, path: string) {
	const parameters = ((paths[path]?.['get'] as any)?.parameters ?? []) as {name: string}[];
	return parameters.some(({name}) => name === 'page');
}
