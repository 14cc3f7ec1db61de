import {healthRules, recordFailure, recordSuccess} from '#shared/coordination/backoff.ts';
import {afterDeathMs} from '#shared/coordination/lease.ts';
import type {Delivery} from '#shared/domain/notifications/delivery.ts';
import type {NotificationRecord} from '#shared/domain/notifications/notification.ts';
import {isExpected} from '#shared/errors.ts';
import type {deliverNotifications} from '#shared/jobs/connections.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {Receipt} from '../integrations/notifications/receiver.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'deliveries' | 'leases' | 'notifications' | 'now' | 'openReceiver'>;

/** Milliseconds after which the rest waits for the next run, so that others get this worker. */
const runMs = 30_000;
/** What is sent in one run, in case it goes quickly. */
const maxCalls = 200;
/**
 * Failures of a message after which the next one is tried as well: if the receiver accepts that, it refuses only this
 * message, which then no longer delays the others.
 */
const holdingTries = 5;
/** Messages in a row that fail in spite of that, after which the receiver is the one to blame. */
const maxRefused = 3;

/**
 * Sends what is due, in the order in which it happened, until the receiver fails or the time of the job is over; the
 * next run continues there. Only one worker at a time sends to a receiver. A worker that dies between a call and its
 * record makes this one call again, with the same message id.
 */
export const handleDeliverNotifications: Handler<typeof deliverNotifications, keyof Deps> = async (
	{notificationId},
	deps,
	{signal: stopping, log},
) => {
	const {deliveries, leases, now} = deps;
	await leases.with(`deliveries-${notificationId}`, {signal: stopping, maxWaitMs: afterDeathMs}, async (signal, lease) => {
		const until = performance.now() + runMs;
		let calls = 0;
		const isOver = () => calls++ >= maxCalls || performance.now() >= until;
		await deliveries.giveUp(notificationId, now());
		const run = {deps, signal, isOver, fence: lease.fence, refused: []};
		let goesOn = true;
		while (goesOn) {
			goesOn = await sendDue(notificationId, run);
		}
		const lost = await deliveries.removeSurplus(notificationId);
		if (lost > 0) {
			log.warn({notificationId, lost}, 'A receiver of notifications is away for so long that its oldest messages were dropped');
		}
	});
};

interface DeliveryRun {
	deps: Deps;
	signal: AbortSignal;
	/** Asked before each call. */
	isOver(): boolean;
	/** Throws if another worker may send by now. */
	fence(): Promise<void>;
	/** Ids of the messages that have failed since the last one that was taken. */
	refused: string[];
}

/** Returns whether more may be due that can be sent now. */
async function sendDue(notificationId: string, run: DeliveryRun): Promise<boolean> {
	const {deps, signal, isOver, fence, refused} = run;
	const {notifications, deliveries, now} = deps;
	const receiver = await notifications.find(notificationId);
	const isPaused = receiver?.disabledUntil != null && receiver.disabledUntil > now();
	if (!receiver?.enabled || receiver.isRefused || (isPaused && refused.length === 0)) {
		return false;
	}
	const {max, inOrder, divide, send} = deps.openReceiver(receiver);
	const due = await deliveries.due(notificationId, now(), max, {inOrder, except: refused});
	for (const together of divide(due)) {
		signal.throwIfAborted();
		if (isOver()) {
			return false;
		}
		await fence();
		const receipt = await send(together, signal).catch(error => toReceipt(error, signal));
		await note(receiver, together, {receipt, deps});
		if (receipt.isRefused) {
			return false;
		}
		if (receipt.error !== null && !receipt.isFinal) {
			refused.push(...together.map(({id}) => id));
			return inOrder && refused.length < maxRefused && together.every(({tries}) => tries >= holdingTries);
		}
		await (refused.length > 0 ? deliveries.letPass(refused.splice(0)) : undefined);
	}
	return due.length > 0;
}

function toReceipt(error: unknown, signal: AbortSignal): Receipt {
	// A stop of this process says nothing about the receiver.
	if (signal.aborted || !isExpected(error)) {
		throw error;
	}
	return {status: null, error: error.message};
}

interface Noted {
	receipt: Receipt;
	deps: Pick<WorkerDeps, 'deliveries' | 'notifications' | 'now'>;
}

async function note(receiver: NotificationRecord, together: readonly Delivery[], {receipt, deps}: Noted): Promise<void> {
	const {deliveries, now} = deps;
	const {status: responseStatus, isGone = false, isFinal = false, isRefused = false, retryAfterSeconds = null} = receipt;
	const error = receipt.error && maskSecrets(receipt.error);
	for (const delivery of together) {
		await deliveries.noteTried(delivery, {responseStatus, error, isFinal: isFinal || isGone, retryAfterSeconds}, now());
	}
	if (isRefused) {
		const refused = {status: 'error', lastError: error, disabledUntil: null, isRefused} as const;
		await deps.notifications.setHealth(receiver.id, refused, receiver);
		return;
	}
	await noteHealth(receiver, {error: isFinal ? null : error, isGone, retryAfterSeconds}, deps);
}

async function noteHealth(
	receiver: NotificationRecord,
	{error, isGone, retryAfterSeconds}: Pick<Receipt, 'error'> & {isGone: boolean; retryAfterSeconds: number | null},
	{notifications, now}: Pick<WorkerDeps, 'notifications' | 'now'>,
): Promise<void> {
	if (isGone) {
		const lastError = 'The receiver answered 410, which means that it wants nothing more. Enable the notification to try again.';
		await notifications.setHealth(receiver.id, {enabled: false, status: 'disabled', lastError, disabledUntil: null, failures: 0}, receiver);
		return;
	}
	if (error !== null) {
		const failure = {message: error, retryAfterSeconds};
		await recordFailure(notifications, receiver, failure, {rules: healthRules.receiver, now: now()});
		return;
	}
	await recordSuccess(notifications, receiver, healthRules.receiver);
}
