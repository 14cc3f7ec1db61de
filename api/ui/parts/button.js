import {useContext, useRef, useState} from 'preact/hooks';
import {Sending} from './form.js';
import {html} from './html.js';
import {Icon} from './icon.js';

/**
 * @typedef {object} ButtonProps
 * @property {import('./icon.js').IconName} [icon]
 * @property {string} label Shown, or only read aloud if `bare`.
 * @property {boolean} [bare] Icon only.
 * @property {'primary' | 'plain' | 'danger'} [kind]
 * @property {boolean} [disabled]
 * @property {boolean} [pressed] Of a switch.
 * @property {boolean} [expanded] Of what it opens and closes.
 * @property {'button' | 'submit'} [type]
 * @property {() => unknown} [onClick] While its promise is open, the button is busy.
 */

/** @param {ButtonProps} props */
export function Button({icon, label, bare = false, kind = 'plain', disabled = false, pressed, expanded, type = 'button', onClick}) {
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
