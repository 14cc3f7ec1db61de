import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.ts';
import {Failure} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Confirm, Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import type {IconName} from '../parts/icon.ts';
import {OtherLinks, otherLinksOf} from '../parts/other-links.ts';
import {type Tested, TestOutcome} from '../parts/test-outcome.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {type Abilities, nameOf, secretIn} from './abilities.ts';
import {AccountActions} from './account-actions.ts';
import {Deliveries} from './deliveries.ts';
import {HeldTitles} from './held-titles.ts';
import {ListItems} from './list-items.ts';
import {ListSignIn} from './list-sign-in.ts';
import type {Resource} from './resources.ts';
import {UploadFile} from './upload-file.ts';

export interface RecordRowProps {
	record: Record<string, any>;
	isAdmin: boolean;
	resource: Resource;
	abilities: Abilities;
	/** `changes` stand in the form already. */
	onEdit: (changes?: Record<string, any>) => void;
	onCopy: () => void;
	onChanged: () => void;
	onSecret: (secret: string) => void;
	heading?: 'h2' | 'h3';
}

/** What one may do with a record. */
export function RecordActions(props: RecordRowProps) {
	const {record, isAdmin, resource, abilities, onEdit, onCopy, onChanged} = props;
	const [open, setOpen] = useState<'delete' | 'deliveries' | 'items' | 'held' | 'file' | 'sign-in' | null>(null);
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
		${open === 'delete' && html`<${DeleteRecord} name=${nameOf(record)} removal=${removal} loss=${typeof resource.loss === 'function' ? resource.loss(record) : resource.loss} path=${path + (resource.removeWith ?? '')} onClose=${close} onDeleted=${onChanged} />`}
		${open === 'items' && html`<${ListItems} path=${path} onClose=${close} />`}
		${open === 'held' && html`<${HeldTitles} path=${path} held=${record['held']} action=${record['onLeave']} onClose=${close} onDecided=${onChanged} />`}
		${open === 'file' && html`<${UploadFile} path=${path} onClose=${close} onSent=${onChanged} />`}
		${open === 'sign-in' && html`<${ListSignIn} path=${path} name=${nameOf(record)} onClose=${close} onSignedIn=${onChanged} />`}
		${open === 'deliveries' && html`<${Deliveries} path=${path} onClose=${close} />`}
	</div>`
	);
}

const pathOf = ({record, resource}: RecordRowProps) => `${resource.path.slice(1)}/${record['id']}`;

/** An operation below the record. */
function Operation({name, label, icon, loss, ...props}: RecordRowProps & {name: string; label: string; icon?: IconName; loss?: string}) {
	const {record, onChanged, onSecret, onEdit} = props;
	const {client, attempt} = useApp();
	const [isAsking, setAsking] = useState(false);
	const [tested, setTested] = useState<Tested | null>(null);
	const [failed, setFailed] = useState<Error | null>(null);
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
	const keepLinks = (error: unknown) => {
		if (otherLinksOf(error).length === 0) {
			throw error;
		}
		setFailed(error as Error);
		return {isShown: true};
	};
	const change = (url: string) => {
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

interface Removed {
	name: string;
	removal: string | undefined;
	loss: string | undefined;
	path: string;
}

/** The service says what still uses the record. */
function DeleteRecord({name, removal, loss, path, onClose, onDeleted}: Removed & {onClose: () => void; onDeleted: () => void}) {
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
