import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.js';
import {Failure} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Confirm, Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {OtherLinks, otherLinksOf} from '../parts/other-links.js';
import {TestOutcome} from '../parts/test-outcome.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {nameOf, secretIn} from './abilities.js';
import {AccountActions} from './account-actions.js';
import {Deliveries} from './deliveries.js';
import {HeldTitles} from './held-titles.js';
import {ListItems} from './list-items.js';
import {ListSignIn} from './list-sign-in.js';
import {UploadFile} from './upload-file.js';

/**
 * @typedef {object} RecordRowProps
 * @property {Record<string, any>} record
 * @property {boolean} isAdmin
 * @property {import('./resources.js').Resource} resource
 * @property {import('./abilities.js').Abilities} abilities
 * @property {(changes?: Record<string, any>) => void} onEdit `changes` stand in the form already.
 * @property {() => void} onCopy
 * @property {() => void} onChanged
 * @property {(secret: string) => void} onSecret
 * @property {'h2' | 'h3'} [heading]
 */

/** What one may do with a record. @param {RecordRowProps} props */
export function RecordActions(props) {
	const {record, isAdmin, resource, abilities, onEdit, onCopy, onChanged} = props;
	const [open, setOpen] = useState(/** @type {'delete' | 'deliveries' | 'items' | 'held' | 'file' | 'sign-in' | null} */ (null));
	const path = pathOf(props);
	const {removal, link} = resource;
	const close = () => setOpen(null);
	const signsIn = abilities.canDo('authorize') && ['trakt', 'plexWatchlist'].includes(record['kind']);
	const operations = (resource.actions ?? []).filter(({name}) => abilities.canDo(name));
	return (
		(isAdmin || resource.path === '/api/auth/sessions') &&
		html`<div class="row-actions">
		${abilities.canTest && html`<${Operation} ...${props} name="test" label="Test" icon="bolt" />`}
		${abilities.hasDeliveries && html`<${Button} icon="history" label="Deliveries" onClick=${() => setOpen('deliveries')} />`}
		${abilities.hasItems && html`<${Button} label="Titles" onClick=${() => setOpen('items')} />`}
		${record['held'] && html`<${Button} kind="primary" label="Decide" onClick=${() => setOpen('held')} />`}
		${abilities.hasItems && record['kind'] === 'file' && html`<${Button} label="Upload" onClick=${() => setOpen('file')} />`}
		${signsIn && html`<${Button} kind=${record['status'] === 'authorize' ? 'primary' : undefined} label="Sign in" onClick=${() => setOpen('sign-in')} />`}
		${operations.map(each => html`<${Operation} key=${each.name} ...${props} ...${each} />`)}
		${link && html`<a class="button" href=${to(`${link.path}/${record['id']}`)}>${link.label}</a>`}
		${resource.path === '/api/users' && html`<${AccountActions} user=${record} onChanged=${onChanged} />`}
		${abilities.editBody && html`<${Button} label="Edit" onClick=${() => onEdit()} />`}
		${resource.canBeCopied && html`<${Button} label="Copy" onClick=${onCopy} />`}
		${
			abilities.canDelete &&
			!record['isDefault'] &&
			html`<${Button} bare=${!removal} icon=${removal ? undefined : 'trash'} label=${removal ?? `Delete ${nameOf(record)}`} onClick=${() => setOpen('delete')} />`
		}
		${open === 'delete' && html`<${DeleteRecord} name=${nameOf(record)} removal=${removal} loss=${resource.loss} path=${path + (resource.removeWith ?? '')} onClose=${close} onDeleted=${onChanged} />`}
		${open === 'items' && html`<${ListItems} path=${path} onClose=${close} />`}
		${open === 'held' && html`<${HeldTitles} path=${path} held=${record['held']} action=${record['onLeave']} onClose=${close} onDecided=${onChanged} />`}
		${open === 'file' && html`<${UploadFile} path=${path} onClose=${close} onSent=${onChanged} />`}
		${open === 'sign-in' && html`<${ListSignIn} path=${path} name=${nameOf(record)} onClose=${close} onSignedIn=${onChanged} />`}
		${open === 'deliveries' && html`<${Deliveries} path=${path} onClose=${close} />`}
	</div>`
	);
}

/** @param {RecordRowProps} props */
const pathOf = ({record, resource}) => `${resource.path.slice(1)}/${record['id']}`;

/**
 * An operation below the record.
 * @param {RecordRowProps & {name: string, label: string, icon?: import('../parts/icon.js').IconName, loss?: string}} props
 */
function Operation({name, label, icon, loss, ...props}) {
	const {record, onChanged, onSecret, onEdit} = props;
	const {client, attempt} = useApp();
	const [isAsking, setAsking] = useState(false);
	const [tested, setTested] = useState(/** @type {import('../parts/test-outcome.js').Tested | null} */ (null));
	const [failed, setFailed] = useState(/** @type {Error | null} */ (null));
	const act = async () => {
		setAsking(false);
		await attempt(async () => {
			const reply = await client.post(`${pathOf(props)}/${name}`).catch(keepLinks);
			if (reply?.isShown) {
				return null;
			}
			const secret = secretIn(reply);
			if (secret) {
				onSecret(secret);
				return null;
			}
			setTested(reply?.releases ? reply : null);
			return {message: reply?.message ?? (name === 'test' ? `${nameOf(record)} works.` : 'Started.')};
		});
		onChanged();
	};
	const keepLinks = (/** @type {unknown} */ error) => {
		if (otherLinksOf(error).length === 0) {
			throw error;
		}
		setFailed(/** @type {Error} */ (error));
		return {isShown: true};
	};
	const change = (/** @type {string} */ url) => {
		setFailed(null);
		onEdit({url});
	};
	return html`<${Button} icon=${icon} label=${label} onClick=${loss ? () => setAsking(true) : act} />
		${tested && html`<${Dialog} title=${`Test of ${nameOf(record)}`} wide onClose=${() => setTested(null)}><${TestOutcome} tested=${tested} /><//>`}
		${
			failed &&
			html`<${Dialog} title=${`Test of ${nameOf(record)}`} onClose=${() => setFailed(null)}><${Failure} error=${failed} />
				<${OtherLinks} error=${failed} onChoose=${change} /><//>`
		}
		${isAsking && html`<${Confirm} title=${`${label} for ${nameOf(record)}?`} action=${label} onConfirm=${act} onClose=${() => setAsking(false)}><p>${loss}</p><//>`}`;
}

/**
 * The service says what still uses the record.
 * @typedef {{name: string, removal: string | undefined, loss: string | undefined, path: string}} Removed
 * @param {Removed & {onClose: () => void, onDeleted: () => void}} props
 */
function DeleteRecord({name, removal, loss, path, onClose, onDeleted}) {
	const {client, notify} = useApp();
	const [fault, setFault] = useState('');
	const remove = async () => {
		try {
			await client.remove(path);
			notify(removal ? 'Done.' : `${name} was deleted.`);
			onClose();
			onDeleted();
		} catch (error) {
			setFault(toMessage(error));
		}
	};
	return html`<${Confirm} title=${removal ? `${removal} of ${name}?` : `Delete ${name}?`} action=${removal ?? 'Delete'} onConfirm=${remove} onClose=${onClose}>
		<p>${removal ? 'Anyone using it must log in again.' : `${loss ? `${loss} ` : ''}This cannot be undone.`}</p>
		<p class="fault" role="alert">${fault}</p>
	<//>`;
}
