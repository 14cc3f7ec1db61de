import {useEffect, useState} from 'preact/hooks';
import {Failure} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {moment} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

/**
 * @typedef {{indexerId: string, indexerName: string, kind: 'captcha' | 'code', hasPicture: boolean, question: string | null,
 *  expiresAt: string | null}} Captcha
 */

const againMs = 5000;
const reasons = {
	captcha: 'Its login page shows a captcha that only a person can solve.',
	code: 'Its login needs a code from your second device, which can be used once.',
};

/** Logins of sites that wait for somebody who reads a captcha. @param {{onAnswered: () => void}} props */
export function LoginCaptchas({onAnswered}) {
	const {user} = useApp();
	return user.get()?.role === 'admin' && html`<${Waiting} onAnswered=${onAnswered} />`;
}

/** @param {{onAnswered: () => void}} props */
function Waiting({onAnswered}) {
	/** @type {import('../state/use-data.js').Data<{captchas: readonly Captcha[]}>} */
	const list = useData('api/indexer-captchas');
	const [chosen, setChosen] = useState(/** @type {Captcha | null} */ (null));
	useEffect(() => {
		const timer = setInterval(() => document.hidden || list.reload(), againMs);
		return () => clearInterval(timer);
	}, [list.reload]);
	const waiting = list.data?.captchas ?? [];
	const answered = () => {
		setChosen(null);
		list.reload();
		onAnswered();
	};
	return html`${
		waiting.length > 0 &&
		html`<ul class="rows issues" aria-label="Captchas that wait for you">${waiting.map(
			each => html`<li key=${each.indexerId} class="row record">
				<div class="record-about"><div class="row-head"><h2>${each.indexerName} asks for a ${each.kind}</h2></div>
				<p class="hint">${reasons[each.kind]} It cannot be searched until then.</p></div>
				<div class="row-actions"><${Button} kind="primary" label=${`${each.kind === 'code' ? 'Enter the code' : 'Answer the captcha'} of ${each.indexerName}`} onClick=${() => setChosen(each)} /></div>
			</li>`,
		)}</ul>`
	}
		${chosen && html`<${Answer} key=${chosen.indexerId} shown=${chosen} onClose=${() => setChosen(null)} onAnswered=${answered} />`}`;
}

/** @param {{shown: Captcha, onClose: () => void, onAnswered: () => void}} props */
function Answer({shown, onClose, onAnswered}) {
	const {client, notify} = useApp();
	const [captcha, setCaptcha] = useState(shown);
	const [answer, setAnswer] = useState('');
	const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
	const {indexerId, indexerName, kind, question, hasPicture, expiresAt} = captcha;
	const path = `api/indexer-captchas/${indexerId}`;
	const run = async (/** @type {() => Promise<void>} */ send) => {
		setProblem(null);
		await send().catch(setProblem);
	};
	const fetchOne = () =>
		run(async () => {
			const {isLoggedIn, captcha: next} = await client.post(`${path}/fetch`);
			setAnswer('');
			if (isLoggedIn) {
				notify(`${indexerName} no longer asks for a captcha.`);
				onAnswered();
			} else {
				setCaptcha(next);
			}
		});
	const send = () =>
		run(async () => {
			// Each is answered once, whatever becomes of it.
			setCaptcha({...captcha, hasPicture: false, question: null, expiresAt: null});
			const {message} = await client.post(`${path}/answer`, {answer});
			notify(message);
			onAnswered();
		});
	return html`<${Dialog} title=${kind === 'code' ? `Code for ${indexerName}` : `Captcha of ${indexerName}`} onClose=${onClose}>
		<${Form} class="form" onSubmit=${send}>
			${
				expiresAt === null
					? html`<p role="status">There is nothing to answer now. A captcha can be answered once, within a quarter of an hour.</p>`
					: html`${hasPicture && html`<img class="captcha" src=${`${path}/picture?until=${encodeURIComponent(expiresAt)}`} alt="Picture with the text to enter" />`}
						${question && html`<p>${question}</p>`}
						<${TextField} label=${kind === 'code' ? 'Code' : 'Answer'} value=${answer} onInput=${setAnswer} required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck=${false}
							hint=${`The site accepts it until ${moment(expiresAt)} at the latest. After a wrong answer, no login is tried for some minutes.`} />`
			}
			${problem && html`<${Failure} error=${problem} />`}
			<footer class="actions">
				<${Button} icon="refresh" label=${kind === 'code' ? 'Ask again' : 'Another captcha'} onClick=${fetchOne} />
				<${Button} label="Close" onClick=${onClose} />
				${expiresAt !== null && html`<${Button} type="submit" kind="primary" label="Send the answer" />`}
			</footer>
		<//>
	<//>`;
}
