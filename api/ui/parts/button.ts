import {useContext, useRef, useState} from 'preact/hooks';
import {Sending} from './form.ts';
import {html} from './html.ts';
import {Icon, type IconName} from './icon.ts';

interface ButtonProps {
	icon?: IconName;
	/** Shown, or only read aloud if `bare`. */
	label: string;
	/** Icon only. */
	bare?: boolean;
	kind?: 'primary' | 'plain' | 'danger';
	disabled?: boolean;
	/** Of a switch. */
	pressed?: boolean;
	/** Of what it opens and closes. */
	expanded?: boolean;
	type?: 'button' | 'submit';
	/** While its promise is open, the button is busy. */
	onClick?: () => unknown;
}

export function Button({
	icon,
	label,
	bare = false,
	kind = 'plain',
	disabled = false,
	pressed,
	expanded,
	type = 'button',
	onClick,
}: ButtonProps) {
	const [isBusy, setBusy] = useState(false);
	/** What is drawn may be a click behind. */
	const isRunning = useRef(false);
	const isSent = useContext(Sending) && type === 'submit';
	const click = async () => {
		if (isRunning.current) {
			return;
		}
		isRunning.current = true;
		setBusy(true);
		try {
			await onClick?.();
		} finally {
			isRunning.current = false;
			setBusy(false);
		}
	};
	return html`<button type=${type} class=${`button ${kind} ${bare ? 'bare' : ''}`} disabled=${disabled} aria-busy=${isBusy || isSent}
		aria-label=${bare ? label : undefined} title=${bare ? label : undefined} aria-pressed=${pressed} aria-expanded=${expanded} onClick=${onClick && click}>
		${icon && html`<${Icon} name=${icon} />`}${bare ? null : html`<span>${label}</span>`}
	</button>`;
}
