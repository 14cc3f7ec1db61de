import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, integer, isTrue, listOf, number, oneOf, text, textOrNull, timestamp} from '#api/http/replies/reply-fields.ts';
import {challengeKinds} from '#shared/domain/captcha/challenge.ts';

const settings = {
	enabled: flag,
	timeout: integer.description('Seconds.'),
	cacheTtl: integer.description('Hours.'),
	headless: flag,
	proxy: textOrNull.description('Its password is shown as stars.'),
	maxRetries: integer,
	parallelSolves: integer,
};
const figures = {
	totalSolves: integer,
	successfulSolves: integer,
	failedSolves: integer,
	successRate: number.description('0 to 1.'),
	averageSolveTime: number.description('Milliseconds, of the successful ones.'),
};
const changedSettings = Joi.object({success: isTrue, ...settings});

export const captchaSolverOperations: Operations = {
	'GET /api/captcha-solver': {
		summary: 'Show the settings of the captcha solver and how it fares',
		replies: {
			200: Joi.object({
				...settings,
				browserPath: textOrNull,
				stats: Joi.object({...figures, cachedDomains: integer, lastError: textOrNull}),
			}),
		},
	},
	'PUT /api/captcha-solver': {summary: 'Change the settings of the captcha solver', replies: {200: changedSettings}},
	'DELETE /api/captcha-solver': {summary: 'Give the captcha solver its default settings', replies: {200: changedSettings}},
	'GET /api/captcha-solver/health': {
		summary: 'Show whether the captcha solver can solve now, and for which sites it has cookies',
		replies: {
			200: Joi.object({
				healthy: flag,
				stats: Joi.object(figures),
				cachedDomains: listOf(Joi.object({domain: text, cachedAt: timestamp, expiresAt: timestamp, solveCount: integer})),
				lastError: Joi.object({message: text, timestamp}).allow(null),
			}),
		},
	},
	'DELETE /api/captcha-solver/health': {
		summary: 'Forget the figures of the captcha solver, its cookies, or both',
		replies: {200: Joi.object({success: isTrue, clearedCookies: flag, clearedStats: flag})},
	},
	'POST /api/captcha-solver/test': {
		summary: 'Try the captcha solver on an address',
		replies: {
			200: Joi.object({
				success: flag,
				url: text,
				solveTime: number.description('Milliseconds.'),
				usedCache: flag,
				challengeDetected: flag,
				challengeType: oneOf(challengeKinds).allow(null),
				solved: flag,
				error: textOrNull,
			}),
		},
	},
};
