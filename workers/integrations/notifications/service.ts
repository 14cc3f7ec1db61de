import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import type {Delivery} from '#shared/domain/notifications/delivery.ts';
import {type NotificationSettings, notificationKinds} from '#shared/domain/notifications/notification.ts';
import {type ReadableMessage, shortened, toReadable} from '#shared/domain/notifications/readable-message.ts';
import {Invalid, TooMany, Unauthorized, UpstreamFailed} from '#shared/errors.ts';
import {isLocalName, isPrivateHost} from '#shared/network-address.ts';
import type {HttpReply, HttpRequest} from '../http/http.ts';
import {asRecord, type JsonRecord, parseJson, readNumber} from '../http/read-body.ts';
import {callLimits, type OpenReceiver, type Receipt, type Receiver, type ReceiverDeps, redirected} from './receiver.ts';

export interface ServiceRequest extends Pick<HttpRequest, 'headers'> {
	url: string | URL;
	body: string;
}

/** What differs between services that receive events over HTTP. */
export interface ServiceKind {
	/** The request that sends a message. Services that need it get the bytes of the picture. */
	request(message: ReadableMessage, picture: Picture): Promise<ServiceRequest> | ServiceRequest;
	/** Whether an answer with a status of success is one of this service. */
	isTaken(reply: {text: string; json: JsonRecord}): boolean;
	/** What a refusal says, for people; null if it says nothing. */
	words(reply: {text: string; json: JsonRecord}): string | null;
	/** Whether it refuses the key, or the place where messages go, rather than this message. 401 and 403 always do. */
	isRefusal?(reply: {status: number; text: string; json: JsonRecord}): boolean;
}

/** The picture of a message, or null if it has none or it cannot be read. */
type Picture = () => Promise<Buffer | null>;

export interface Notifier {
	/** Throws UpstreamFailed when there is no answer. */
	send(message: ReadableMessage, signal: AbortSignal): Promise<Receipt>;
	/** What a person reads when the test message was taken. */
	taken: string;
}

/** Characters of what a service says that are shown. */
const maxWords = 200;
/** We read nothing of an answer but a few words. */
const maxBytes = 64 * 1024;
/** Milliseconds for a picture: the message goes without it. */
const pictureLimitMs = 10_000;

export function openService(kindFor: (settings: NotificationSettings) => ServiceKind): OpenReceiver {
	return (settings, deps) => {
		const {named} = notificationKinds[settings.kind];
		const kind = kindFor(settings);
		return openNotifier({send: (message, signal) => post(message, {kind, settings, deps, signal}), taken: `${named} took a test message.`});
	};
}

/** A receiver that tells people of one event after the other. */
export function openNotifier({send, taken}: Notifier): Receiver {
	return {
		max: 1,
		inOrder: true,
		divide: deliveries => deliveries.map(delivery => [delivery]),
		async send([delivery]: readonly Delivery[], signal) {
			return delivery ? send(withoutPrivatePicture(toReadable(delivery.message)), signal) : {status: 200, error: null};
		},
		async test(signal) {
			const {error, isRefused, status, isLimit, retryAfterSeconds} = await send(testMessage(), signal);
			if (error === null) {
				return {version: null, details: [taken]};
			}
			if (isRefused) {
				throw new Unauthorized('authentication_failed', error);
			}
			if (isLimit) {
				throw new TooMany('rate_limited', error, retryAfterSeconds ?? 60);
			}
			throw status !== null && status >= 500 ? new UpstreamFailed('connection_failed', error) : new Invalid('wrong_protocol', error);
		},
	};
}

function testMessage(): ReadableMessage {
	return {
		title: 'Test of Kinoteka',
		facts: [{name: 'What', value: 'Messages about your library arrive here.'}],
		pictureUrl: null,
		isBad: false,
		timestamp: new Date().toISOString(),
	};
}

/** Services fetch pictures themselves, so an address in the own network tells them something and shows nothing. */
function withoutPrivatePicture(message: ReadableMessage): ReadableMessage {
	const url = URL.parse(message.pictureUrl ?? '');
	const isPublic = url?.protocol === 'https:' && !isPrivateHost(url) && !isLocalName(url.hostname) && url.username === '';
	return isPublic ? message : {...message, pictureUrl: null};
}

interface PostContext {
	kind: ServiceKind;
	settings: NotificationSettings;
	deps: ReceiverDeps;
	signal: AbortSignal;
}

/** Of what Apprise passes on, a part has arrived: sent again, it would come twice there. */
const partlySent = 424;

/** A service that does not take a message with its picture gets it without. */
async function post(message: ReadableMessage, context: PostContext): Promise<Receipt> {
	const receipt = await postOnce(message, context);
	return receipt.isFinal && receipt.status !== partlySent && message.pictureUrl !== null
		? postOnce({...message, pictureUrl: null}, context)
		: receipt;
}

async function postOnce(message: ReadableMessage, {kind, settings, deps, signal}: PostContext): Promise<Receipt> {
	const {http, network, now} = deps;
	const {url, headers, body} = await kind.request(message, () => pictureOf(message, deps, signal));
	const reply = await http({url, method: 'POST', headers: {...headers}, body, network, signal, maxBytes, ...callLimits});
	return judge(reply, {kind, named: notificationKinds[settings.kind].named, now: now()});
}

/** Bytes of the picture, for services that want it sent to them. */
export async function pictureOf({pictureUrl}: ReadableMessage, {picture}: ReceiverDeps, signal: AbortSignal): Promise<Buffer | null> {
	const limit = AbortSignal.any([signal, AbortSignal.timeout(pictureLimitMs)]);
	return pictureUrl === null ? null : picture(pictureUrl, limit).catch(() => null);
}

/** Statuses of a message that the service cannot take, however often it is sent. */
const finalStatuses: readonly number[] = [400, 413, 422, partlySent];
/** Statuses of a key that is wrong, or of a place that is gone. */
const refusalStatuses: readonly number[] = [401, 403, 410];

function judge(reply: HttpReply, {kind, named, now}: {kind: ServiceKind; named: string; now: Date}): Receipt {
	const {status} = reply;
	const text = reply.body.toString('utf8');
	const json = asRecord(parseJson(reply.body)) ?? {};
	if (status >= 200 && status < 300) {
		return kind.isTaken({text, json})
			? {status, error: null}
			: {status, error: `The answer is not that of ${named}. Check the address, its port and its path.`};
	}
	if (status === 429) {
		const retryAfterSeconds = parseRetryAfter(reply.headers['retry-after'], now) ?? askedIn(json);
		return {status, error: `${named} limits how many messages it takes, and gets them later.`, isLimit: true, retryAfterSeconds};
	}
	const words = kind.words({text, json});
	const said = words ? ` (${status}: ${shortened(words.replace(/\s+/g, ' ').trim(), maxWords)})` : ` (${status})`;
	if (refusalStatuses.includes(status) || kind.isRefusal?.({status, text, json})) {
		return {status, error: `${named} refuses the key, or where messages go${said}. Nothing is sent until you correct it.`, isRefused: true};
	}
	if (finalStatuses.includes(status)) {
		return {status, error: `${named} does not take this message${said}.`, isFinal: true};
	}
	const retryAfterSeconds = parseRetryAfter(reply.headers['retry-after'], now);
	return {status, error: redirected(status, named) ?? `${named} failed${said}.`, retryAfterSeconds};
}

const longestAskedSeconds = 86_400;

/** Seconds: Discord says them in `retry_after`, Telegram in `parameters`. */
function askedIn(json: JsonRecord): number | null {
	const asked = readNumber(json, 'retry_after') ?? readNumber(asRecord(json['parameters']) ?? {}, 'retry_after');
	return asked === null ? null : Math.min(Math.max(Math.ceil(asked), 1), longestAskedSeconds);
}
