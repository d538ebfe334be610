/*
The compiler tsc and the rules of oxlint that need types are programs in Go. By its default Go collects garbage so often that it takes a third of their processor time (https://go.dev/doc/gc-guide#GOGC). They end after seconds, so they may keep more of it.
*/
import process from 'node:process';

process.env.GOGC ??= '400';
