import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.ts';
import {Button} from '../parts/button.ts';
import {Confirm, Dialog} from '../parts/dialog.ts';
import {TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';

/** What only an administrator changes of another account. */
export function AccountActions({user, onChanged}: {user: Record<string, any>; onChanged: () => void}) {
	const {user: me} = useApp();
	const [open, setOpen] = useState<'password' | 'role' | null>(null);
	const close = () => setOpen(null);
	if (me.get()?.id === user['id']) {
		return null; // one's own password is under Account, where the present one is asked for
	}
	const isAdmin = user['role'] === 'admin';
	return html`<${Button} label="Password" onClick=${() => setOpen('password')} />
		<${Button} label=${isAdmin ? 'Make a user' : 'Make an administrator'} onClick=${() => setOpen('role')} />
		${open === 'password' && html`<${PasswordDialog} user=${user} onClose=${close} onChanged=${onChanged} />`}
		${open === 'role' && html`<${RoleDialog} user=${user} isAdmin=${isAdmin} onClose=${close} onChanged=${onChanged} />`}`;
}

interface AccountProps {
	user: Record<string, any>;
	onClose: () => void;
	onChanged: () => void;
}

function PasswordDialog({user, onClose, onChanged}: AccountProps) {
	const {client, notify} = useApp();
	const [password, setPassword] = useState('');
	const [fault, setFault] = useState('');
	const save = async () => {
		try {
			await client.put(`api/users/${user['id']}/password`, {password});
			notify(`${user['username']} logs in with the new password from now on.`);
			onClose();
			onChanged();
		} catch (error) {
			setFault(toMessage(error));
		}
	};
	return html`<${Dialog} title=${`New password for ${user['username']}`} onClose=${onClose}>
		<${Form} class="form" onSubmit=${save}>
			<${TextField} label="New password" type="password" autocomplete="new-password" hint="At least 12 characters. All sessions of this user end."
				fault=${fault} value=${password} onInput=${setPassword} />
			<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" label="Save" /></footer>
		<//>
	<//>`;
}

function RoleDialog({user, isAdmin, onClose, onChanged}: AccountProps & {isAdmin: boolean}) {
	const {client, attempt} = useApp();
	const role = isAdmin ? 'user' : 'admin';
	const save = async () => {
		if (await attempt(() => client.put(`api/users/${user['id']}/role`, {role}).then(() => null), `${user['username']} has the new role.`)) {
			onClose();
			onChanged();
		}
	};
	const about = isAdmin
		? 'Settings, other users and backups are no longer accessible. The rights of a user apply.'
		: 'An administrator may do everything: settings, users, backups.';
	return html`<${Confirm} title=${isAdmin ? `Make ${user['username']} a user?` : `Make ${user['username']} an administrator?`}
		action="Change the role" onConfirm=${save} onClose=${onClose}><p>${about} All sessions of this user end.</p><//>`;
}
