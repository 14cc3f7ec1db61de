import type {Socket} from 'node:net';
import {hostname} from 'node:os';
import {domainToASCII} from 'node:url';
import type {SendMailOptions} from 'nodemailer';
import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {addressesIn, type NotificationSettings} from '#shared/domain/notifications/notification.ts';
import {factLines, type ReadableMessage, shortened} from '#shared/domain/notifications/readable-message.ts';
import {Cancelled, UpstreamFailed} from '#shared/errors.ts';
import {isPrivateAddress} from '#shared/network-address.ts';
import {toFailure} from '../http/http.ts';
import type {OpenReceiver, Receipt, ReceiverDeps} from './receiver.ts';
import {openNotifier, pictureOf} from './service.ts';

/** Milliseconds for connecting, for the greeting and for each answer, and for a whole message of three of these. */
const usualStepMs = 10_000;
const stepsOfMessage = 3;
const ports: Readonly<Record<string, number>> = {'smtps:': 465, 'smtp:': 587};
const longestSubject = 200;

/** Mails by SMTP. Certificates are checked, and a password is never sent in the clear. */
export const openEmail: OpenReceiver = (settings, deps) =>
	openNotifier({send: (message, signal) => sendMail(message, settings, {deps, signal}), taken: 'The mail server took a test message.'});

async function sendMail(
	message: ReadableMessage,
	settings: NotificationSettings,
	{deps, signal}: {deps: ReceiverDeps; signal: AbortSignal},
): Promise<Receipt> {
	const url = new URL(settings.url);
	const port = Number(url.port) || (ports[url.protocol] ?? 0);
	const picture = await pictureOf(message, deps, signal);
	const {mailStepMs: stepMs = usualStepMs} = deps;
	const limit = AbortSignal.any([signal, AbortSignal.timeout(stepsOfMessage * stepMs)]);
	const socket = await deps.connect({url, port}, {signal: limit, timeoutMs: stepMs});
	const stop = () => socket.destroy();
	limit.addEventListener('abort', stop, {once: true});
	try {
		const {rejected} = await (await openTransport(url, port, {socket, settings, stepMs})).sendMail(mailOf(message, settings, picture));
		return {status: 250, ...(rejected.length > 0 ? {error: partlyRefused(rejected), isFinal: true} : {error: null})};
	} catch (error) {
		if (signal.aborted) {
			throw new Cancelled();
		}
		return toReceipt(error, {url, isSilent: socket.bytesRead === 0});
	} finally {
		limit.removeEventListener('abort', stop);
		socket.destroy();
	}
}

interface Connected {
	socket: Socket;
	settings: NotificationSettings;
	stepMs: number;
}

/** Loaded when the first mail is sent: most processes send none. */
async function openTransport(url: URL, port: number, {socket, settings, stepMs}: Connected) {
	const {createTransport} = await import('nodemailer');
	const {username, password} = settings;
	// Mail servers at home often have a certificate that cannot be verified.
	const isPlain = !password && isPrivateAddress(socket.remoteAddress ?? '');
	const name = greetingName(settings.from ?? '');
	return createTransport({
		...(name && {name}),
		host: url.hostname.replace(/^\[|\]$/g, ''),
		port,
		secure: url.protocol === 'smtps:',
		requireTLS: !isPlain,
		ignoreTLS: isPlain,
		...(username && {auth: {user: username, pass: password ?? ''}}),
		connection: socket,
		greetingTimeout: stepMs,
		socketTimeout: stepMs,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
}

/**
 * Who we are to the mail server. Some refuse a name without a dot, which a container usually has, and the address of
 * the loopback, which is said instead of it; the sender's domain is one that they know.
 */
function greetingName(from: string): string | null {
	const ours = hostname();
	const domain = domainToASCII(from.slice(from.lastIndexOf('@') + 1));
	return [ours, domain].find(name => /^[\w-]+(?:\.[\w-]+)+$/.test(name)) ?? null;
}

function mailOf(message: ReadableMessage, {from, to}: NotificationSettings, picture: Buffer | null): SendMailOptions {
	const {title, facts} = message;
	const type = picture && pictureTypeOf(picture);
	const rows = facts.map(({name, value}) => `<tr><th align="left" valign="top">${escaped(name)}</th><td>${escaped(value)}</td></tr>`);
	const poster = type ? '<p><img src="cid:poster" width="200" alt="Poster"></p>' : '';
	return {
		from: {name: 'Kinoteka', address: from ?? ''},
		to: addressesIn(to),
		subject: shortened(title, longestSubject),
		date: new Date(message.timestamp),
		text: factLines(message),
		html: `<h2>${escaped(title)}</h2>${poster}<table cellpadding="4">${rows.join('')}</table>`,
		...(picture && type && {attachments: [{filename: 'poster', cid: 'poster', content: picture, contentType: type}]}),
	};
}

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
const escaped = (text: string) => text.replace(/[&<>"]/g, letter => entities[letter] ?? letter);

/** Another try would send it twice to those who have it. */
const partlyRefused = (rejected: readonly unknown[]) =>
	`The mail server refuses ${rejected.join(' and ')}; the other recipients have the message. Correct to.`;

interface Refusal {
	code?: string;
	/** What it was before it got a code of the mail client. */
	originalCode?: string;
	responseCode?: number;
	response?: string;
}

interface Spoken {
	url: URL;
	/** The server has said nothing yet. */
	isSilent: boolean;
}

/** What the server answered, or why it did not. Throws UpstreamFailed without an answer. */
function toReceipt(error: unknown, {url, isSilent}: Spoken): Receipt {
	const {code = '', originalCode, responseCode = 0, response = ''} = error as Refusal;
	const {host, protocol} = url;
	const said = response ? ` (${shortened(response.replace(/\s+/g, ' '), 200)})` : '';
	const isForGood = responseCode >= 500;
	if (code === 'EAUTH' && (isForGood || responseCode === 0)) {
		return {
			status: responseCode || null,
			error: `The mail server refuses the name or password${said}. Nothing is sent until you correct them.`,
			isRefused: true,
		};
	}
	if (code === 'EENVELOPE' && isForGood) {
		return {
			status: responseCode,
			error: `The mail server refuses the sender or a recipient${said}. Nothing is sent until you correct them.`,
			isRefused: true,
		};
	}
	if (responseCode > 0) {
		return {status: responseCode, error: `The mail server does not take this message${said}.`, ...(isForGood && {isFinal: true})};
	}
	if (code === 'ETLS') {
		return {status: null, error: `${host} offers no TLS that can be checked. Use smtps://, or the port of its STARTTLS.`};
	}
	if (code === 'ETIMEDOUT' && isSilent && protocol === 'smtp:') {
		throw new UpstreamFailed('timed_out', `${host} sends no greeting. If this port begins with TLS, as 465 does, use smtps://.`);
	}
	if (originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER' && protocol === 'smtps:') {
		throw new UpstreamFailed('tls_failed', `${host} does not begin with TLS on this port. Use smtp://, which asks for STARTTLS.`);
	}
	throw toFailure(originalCode ? Object.assign(new Error(code, {cause: error}), {code: originalCode}) : error, host);
}
