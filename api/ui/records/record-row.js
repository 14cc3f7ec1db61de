import {useState} from 'preact/hooks';
import {Badge} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Confirm} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {capital, words} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {nameOf, secretIn} from './abilities.js';
import {Deliveries} from './deliveries.js';
import {factsOf} from './facts-of.js';

/**
 * @typedef {object} RecordRowProps
 * @property {Record<string, any>} record
 * @property {boolean} isAdmin
 * @property {import('./resources.js').Resource} resource
 * @property {import('./abilities.js').Abilities} abilities
 * @property {() => void} onEdit
 * @property {() => void} onChanged
 * @property {(secret: string) => void} onSecret
 */

/** @param {RecordRowProps} props */
export function RecordRow(props) {
	const {record, resource} = props;
	const reason = record['lastError'] ?? record['reason'];
	return html`<li class="row record">
		<div class="record-about">
			<div class="row-head"><h3>${nameOf(record)}</h3><${Standing} record=${record} /></div>
			<p class="facts">${factsOf(record, resource.facts).map(({name, text}) => html`<span key=${name}>${text}</span>`)}</p>
			${reason && html`<ul class="reasons"><li>${reason}</li></ul>`}
		</div>
		<${RecordActions} ...${props} />
	</li>`;
}

/** @param {{record: Record<string, any>}} props */
function Standing({record: {enabled, status, isDefault, isCurrent, accessible, outcome}}) {
	return html`<span class="nowrap">
		${isDefault && html`<${Badge} kind="info">Default<//>`}${isCurrent && html`<${Badge} kind="info">This one<//>`}
		${enabled === false && html`<${Badge}>Disabled<//>`}${accessible === false && html`<${Badge} kind="bad">Not reachable<//>`}
		${status && status !== 'disabled' && html` <${Badge} kind=${status === 'ok' ? 'ok' : 'warn'}>${status === 'ok' ? 'OK' : capital(words(status))}<//>`}
		${outcome && html` <${Badge} kind=${/done|ok|success/.test(outcome) ? 'ok' : 'warn'}>${capital(words(outcome))}<//>`}
	</span>`;
}

/** @param {RecordRowProps} props */
function RecordActions({record, isAdmin, resource, abilities, onEdit, onChanged, onSecret}) {
	const {client, attempt} = useApp();
	const [isOpen, setOpen] = useState(/** @type {'delete' | 'deliveries' | null} */ (null));
	const path = `${resource.path.slice(1)}/${record['id']}`;
	const act = (/** @type {string} */ name) => async () => {
		await attempt(async () => {
			const reply = await client.post(`${path}/${name}`);
			const secret = secretIn(reply);
			if (secret) {
				onSecret(secret);
				return null;
			}
			return {message: reply?.message ?? (name === 'test' ? `${nameOf(record)} works.` : 'Started.')};
		});
		onChanged();
	};
	const {removal, link} = resource;
	const actions = (resource.actions ?? []).filter(({name}) => abilities.canDo(name));
	return (
		(isAdmin || resource.path === '/api/auth/sessions') &&
		html`<div class="row-actions">
		${abilities.canTest && html`<${Button} icon="bolt" label="Test" onClick=${act('test')} />`}
		${abilities.hasDeliveries && html`<${Button} icon="history" label="Deliveries" onClick=${() => setOpen('deliveries')} />`}
		${actions.map(({name, label}) => html`<${Button} key=${name} label=${label} onClick=${act(name)} />`)}
		${link && html`<a class="button" href=${to(`${link.path}/${record['id']}`)}>${link.label}</a>`}
		${abilities.editBody && html`<${Button} label="Edit" onClick=${onEdit} />`}
		${
			abilities.canDelete &&
			!record['isDefault'] &&
			html`<${Button} bare=${!removal} icon=${removal ? undefined : 'trash'} label=${removal ?? `Delete ${nameOf(record)}`} onClick=${() => setOpen('delete')} />`
		}
		${isOpen === 'delete' && html`<${DeleteRecord} name=${nameOf(record)} removal=${removal} path=${path} onClose=${() => setOpen(null)} onDeleted=${onChanged} />`}
		${isOpen === 'deliveries' && html`<${Deliveries} path=${path} onClose=${() => setOpen(null)} />`}
	</div>`
	);
}

/**
 * What still uses the record is told by the service.
 * @param {{name: string, removal: string | undefined, path: string, onClose: () => void, onDeleted: () => void}} props
 */
function DeleteRecord({name, removal, path, onClose, onDeleted}) {
	const {client, notify} = useApp();
	const [fault, setFault] = useState('');
	const remove = async () => {
		try {
			await client.remove(path);
			notify(removal ? 'Done.' : `${name} was deleted.`);
			onClose();
			onDeleted();
		} catch (error) {
			setFault(error instanceof Error ? error.message : String(error));
		}
	};
	return html`<${Confirm} title=${removal ? `${removal} of ${name}?` : `Delete ${name}?`} action=${removal ?? 'Delete'} onConfirm=${remove} onClose=${onClose}>
		<p class="fault" role="alert">${fault}</p>
	<//>`;
}
