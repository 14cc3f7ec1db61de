import type {ChallengeKind, Detection, SeenPage} from '../domain/captcha/challenge.ts';
import {
	blockCodes,
	blockMarks,
	captchaMarks,
	edgeErrorClasses,
	edgeErrorIds,
	edgeHeaders,
	edgeMarks,
	finalBlockMarks,
	hasMark,
	isRefusal,
	type Mark,
	type ReadPage,
	tellingTitles,
	vendorHeaders,
	vendorMarks,
} from '../domain/captcha/marks.ts';
import {isPage, readPage} from './read-page.ts';

type Finding = Mark['finding'];

const headerMarks = [...edgeHeaders, ...vendorHeaders];
const pageMarks = [...edgeMarks, ...vendorMarks, ...blockMarks, ...captchaMarks];
const open: Detection = {kind: 'none', blocked: false};
const shut: Detection = {kind: 'none', blocked: true};

/**
 * A page with more characters than this (blanks not counted) is not a challenge. The limit is lower
 * when the status is good.
 */
const long = {answered: 1500, refused: 6000};
const plainError = /^\s*(?:<html[^>]*><head>.{0,200}<\/head><body>)?(?:<pre[^>]*>)?error code: (\d{3,4})/i;
const errorNumber = /\berror(?: code)?:? ?(\d{3,4})\b/;

/**
 * Detects a challenge by the marks in the tables. Works for a raw reply and for the page a browser rendered from it.
 */
export function detectChallenge(page: SeenPage): Detection {
	const fromHeader = headerMarks.find(({name, value}) => page.headers[name]?.trim().toLowerCase() === value)?.finding;
	if (fromHeader === 'blocked') {
		return shut;
	}
	const plain = plainError.exec(page.html.slice(0, 1000))?.[1];
	if (plain) {
		return blockCodes.has(Number(plain)) ? shut : open;
	}
	if (!isPage(page)) {
		return fromHeader ? is(fromHeader) : open;
	}
	const read: ReadPage = {status: page.status, headers: page.headers, marks: readPage(page.html)};
	const isFinal = !isOrdinary(read) && finalBlockMarks.some(mark => hasMark(read, mark));
	return isFinal ? shut : decide(read, fromHeader);
}

function decide(page: ReadPage, fromHeader: Exclude<Finding, 'blocked'> | undefined): Detection {
	const found = new Set<Finding>(isOrdinary(page) ? [] : pageMarks.filter(mark => hasMark(page, mark)).map(({finding}) => finding));
	const isEdge = fromHeader !== undefined || found.has('edge_challenge');
	const captcha = (['captcha_a', 'captcha_b'] as const).find(kind => found.has(kind));
	if (found.has('edge_captcha') || fromHeader === 'edge_captcha' || (isEdge && captcha)) {
		return is('edge_captcha');
	}
	const asks = found.has('edge_widget') ? 'edge_widget' : captcha;
	if (asks && (isEdge || isAboutCheck(page))) {
		return is(asks);
	}
	if (fromHeader) {
		return is(fromHeader);
	}
	if (isBlock(page, found)) {
		return shut;
	}
	return found.has('edge_challenge') ? is('edge_challenge') : open;
}

function is(kind: ChallengeKind): Detection {
	return {kind, blocked: false};
}

/** A page with this much text is the page we wanted, whatever marks it carries. */
function isOrdinary({status, marks}: ReadPage): boolean {
	return marks.textLength >= (status < 400 ? long.answered : long.refused);
}

/** A captcha next to form fields protects that form, not the page. */
function isAboutCheck({marks}: ReadPage): boolean {
	return !marks.hasPassword && (!marks.hasFields || tellingTitles.some(title => marks.title.includes(title)));
}

/** A site that offers a login has not blocked us, and a server error is not a block. */
function isBlock({status, marks}: ReadPage, found: ReadonlySet<Finding>): boolean {
	if (marks.hasPassword) {
		return false;
	}
	const isEdgeError = edgeErrorIds.some(id => marks.ids.has(id)) || edgeErrorClasses.some(name => marks.classes.has(name));
	const number = Number((isEdgeError && errorNumber.exec(marks.text)?.[1]) || 0);
	if (number > 0) {
		return blockCodes.has(number) && (isRefusal(status) || status < 400);
	}
	return found.has('blocked');
}
