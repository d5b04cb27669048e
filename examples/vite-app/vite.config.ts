import react from '@vitejs/plugin-react'
import { conmock } from 'conmock/vite'
import { defineConfig } from 'vite'
import { api } from './mock/api.ts'

export default defineConfig(({ mode }) => ({
  plugins: [react(), conmock({ enabled: mode === 'plugin', extend: api })],
}))
