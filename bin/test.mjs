#!/usr/bin/env node
import { handOver } from './hand-over.mjs';

handOver('test/main.ts');
