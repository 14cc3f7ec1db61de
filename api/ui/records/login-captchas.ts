import {useEffect, useState} from 'preact/hooks';
import type {IndexerCaptcha as Captcha} from '../client/schemas.ts';
import {Failure} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {moment} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

const againMs = 5000;
const reasons = {
	captcha: 'Its login page shows a captcha that only a person can solve.',
	code: 'Its login needs a code from your second device, which can be used once.',
};

/** Logins of sites that wait for somebody who reads a captcha. */
export function LoginCaptchas({onAnswered}: {onAnswered: () => void}) {
	const {user} = useApp();
	return user.get()?.role === 'admin' && html`<${Waiting} onAnswered=${onAnswered} />`;
}

function Waiting({onAnswered}: {onAnswered: () => void}) {
	const list: Data<{captchas: readonly Captcha[]}> = useData('api/indexer-captchas');
	const [chosen, setChosen] = useState<Captcha | null>(null);
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

function Answer({shown, onClose, onAnswered}: {shown: Captcha; onClose: () => void; onAnswered: () => void}) {
	const {client, notify} = useApp();
	const [captcha, setCaptcha] = useState(shown);
	const [answer, setAnswer] = useState('');
	const [problem, setProblem] = useState<Error | null>(null);
	const {indexerId, indexerName, kind, question, hasPicture, expiresAt} = captcha;
	const path = `api/indexer-captchas/${indexerId}`;
	const run = async (send: () => Promise<void>) => {
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
